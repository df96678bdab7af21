// A stream bridge to the SD-JWT packages of irmago. Its own way to an issuer's key is by certificate or DID, so that jwx,
// with which it verifies, is given the keys here, as it is there; the rest is irmago's.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/lestrrat-go/jwx/v3/jwa"
	"github.com/lestrrat-go/jwx/v3/jwk"
	"github.com/lestrrat-go/jwx/v3/jwt"
	"github.com/privacybydesign/irmago/eudi/credentials/sdjwtvc"
	"github.com/privacybydesign/irmago/eudi/sdjwt"
)

type question struct {
	ID      int64  `json:"id"`
	Card    []byte `json:"card"`
	Context struct {
		Now                int64           `json:"now"`
		IssuerKeys         json.RawMessage `json:"issuer_keys"`
		Audience, Nonce    string
		RequireKeyBinding  bool  `json:"require_key_binding"`
		ClockSkewInSeconds int64 `json:"clock_skew"`
	} `json:"context"`
}

type message struct {
	Message string `json:"message"`
}

type answer struct {
	ID     int64     `json:"id"`
	Valid  bool      `json:"valid"`
	Errors []message `json:"errors,omitempty"`
}

func judge(asked question) error {
	issuerJwt, disclosures, presented, bound, err := sdjwt.SplitKb(sdjwt.SdJwtKb(asked.Card))
	if err != nil {
		return err
	}
	keys, err := issuerKeys(issuerJwt, asked.Context.IssuerKeys)
	if err != nil {
		return err
	}
	clock := jwt.ClockFunc(func() time.Time { return time.Unix(asked.Context.Now, 0) })
	token, err := jwt.Parse([]byte(issuerJwt), append(keys, jwt.WithClock(clock),
		jwt.WithAcceptableSkew(time.Duration(asked.Context.ClockSkewInSeconds)*time.Second))...)
	if err != nil {
		return err
	}
	issued, err := payload(token)
	if err != nil {
		return err
	}
	claims, err := sdjwt.ExtractClaimsAndDisclosureDigestsFromToken(token)
	if err != nil {
		return err
	}
	if _, _, err = sdjwt.VerifyAndProcessDisclosures(issued.SdAlg, &claims, disclosures); err != nil {
		return err
	}
	binding := sdjwtvc.NewVerifierKeyBindingProcessor(asked.Context.RequireKeyBinding, sdjwtvc.SdJwtVcVerificationContext{
		Clock:            clock,
		JwtVerifier:      sdjwt.NewJwxJwtVerifier(),
		ExpectedNonce:    asked.Context.Nonce,
		ExpectedAudience: asked.Context.Audience,
	})
	_, err = binding.ProcessAndVerifyKeyBindingJwt(bound, sdjwtvc.SdJwtVc(presented), &issued)
	return err
}

// Those that kid names, or all where it names none.
func issuerKeys(issuerJwt sdjwt.IssuerSignedJwt, listed json.RawMessage) (chosen []jwt.ParseOption, err error) {
	header, _, err := sdjwt.DecodeJwtWithoutCheckingSignature(string(issuerJwt))
	if err != nil {
		return nil, err
	}
	keys, err := jwk.Parse(listed)
	if err != nil {
		return nil, err
	}
	var all []jwt.ParseOption
	for i := range keys.Len() {
		key, _ := keys.Key(i)
		all = append(all, jwt.WithKey(jwa.ES256(), key))
		if kid, ok := key.KeyID(); ok && kid == header["kid"] {
			chosen = append(chosen, all[i])
		}
	}
	if chosen == nil {
		chosen = all
	}
	return chosen, nil
}

// What irmago reads of the issuer's payload before it looks at disclosures.
func payload(token jwt.Token) (issued sdjwtvc.IssuerSignedJwtPayload, err error) {
	var algorithm string
	issued.SdAlg = "sha-256"
	if token.Has(sdjwt.SdAlgKey) {
		if err = token.Get(sdjwt.SdAlgKey, &algorithm); err == nil && algorithm != "sha-256" {
			err = fmt.Errorf("_sd_alg is %q", algorithm)
		}
	}
	var confirmation any
	if err == nil && token.Get(sdjwt.ConfirmationKey, &confirmation) == nil {
		issued.Confirm, err = sdjwt.ParseConfirmField(confirmation)
	}
	return issued, err
}

func main() {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	in.ReadBytes('\n')
	out.WriteString(`{"agentcard-conformance": 1}` + "\n")
	for answers := json.NewEncoder(out); ; {
		if in.Buffered() == 0 {
			out.Flush()
		}
		line, err := in.ReadBytes('\n')
		if err != nil {
			return
		}
		var asked question
		if err := json.Unmarshal(line, &asked); err != nil {
			log.Fatal(err)
		}
		if wrong := judge(asked); wrong == nil {
			answers.Encode(answer{ID: asked.ID, Valid: true})
		} else {
			answers.Encode(answer{asked.ID, false, []message{{wrong.Error()}}})
		}
	}
}
