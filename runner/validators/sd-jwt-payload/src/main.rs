// A stream bridge to sd-jwt-payload, which leaves signatures to its caller: jsonwebtoken verifies those of the issuer.
use base64::{engine::general_purpose::STANDARD, Engine};
use jsonwebtoken::{crypto, jwk::Jwk, Algorithm, DecodingKey};
use sd_jwt_payload::{SdJwt, Sha256Hasher};
use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Error, Result, Write};

fn judge(card: &[u8], context: &Value) -> std::result::Result<(), String> {
    let text = std::str::from_utf8(card).map_err(|error| error.to_string())?;
    let sd_jwt: SdJwt = text.parse().map_err(|error| format!("{error}"))?;
    let jwt = text.split('~').next().unwrap_or_default();
    if !issuer_keys(&sd_jwt, context).iter().any(|key| is_signed(jwt, key)) {
        return Err("the signature is not one of the issuer's".to_owned());
    }
    let hasher = Sha256Hasher::new();
    let (shown, _) = sd_jwt.into_presentation(&hasher).map_err(|error| error.to_string())?.finish();
    shown.into_disclosed_object(&hasher).map(|_| ()).map_err(|error| error.to_string())
}

// Those that kid names, or all where it names none.
fn issuer_keys<'a>(sd_jwt: &SdJwt, context: &'a Value) -> Vec<&'a Value> {
    let keys: Vec<_> = context["issuer_keys"]["keys"].as_array().into_iter().flatten().collect();
    let named: Vec<_> = keys.iter().copied().filter(|key| key.get("kid") == sd_jwt.headers().get("kid")).collect();
    if named.is_empty() { keys } else { named }
}

fn is_signed(jwt: &str, key: &Value) -> bool {
    let Some((message, signature)) = jwt.rsplit_once('.') else { return false };
    let key = serde_json::from_value::<Jwk>(key.clone()).ok().and_then(|key| DecodingKey::from_jwk(&key).ok());
    key.is_some_and(|key| crypto::verify(signature, message.as_bytes(), &key, Algorithm::ES256).unwrap_or(false))
}

fn main() -> Result<()> {
    let (mut input, mut output) = (BufReader::new(stdin()), BufWriter::new(stdout()));
    let mut line = Vec::new();
    input.read_until(b'\n', &mut line)?;
    writeln!(output, "{}", json!({"agentcard-conformance": 1}))?;
    loop {
        if input.buffer().is_empty() {
            output.flush()?;
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let asked: Value = serde_json::from_slice(&line)?;
        let card = STANDARD.decode(asked["card"].as_str().unwrap_or_default()).map_err(Error::other)?;
        let answer = match judge(&card, &asked["context"]) {
            Ok(()) => json!({"id": asked["id"], "valid": true}),
            Err(message) => json!({"id": asked["id"], "valid": false, "errors": [{"message": message}]}),
        };
        writeln!(output, "{answer}")?;
    }
}
