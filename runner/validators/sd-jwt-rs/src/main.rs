// A stream bridge to sd-jwt-rs, with all that its verifier is given.
use base64::{engine::general_purpose::STANDARD, Engine};
use jsonwebtoken::{jwk::Jwk, DecodingKey, Header};
use sd_jwt_rs::{SDJWTSerializationFormat::Compact, SDJWTVerifier};
use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Error, Result, Write};

fn judge(card: &[u8], context: &Value) -> std::result::Result<(), String> {
    let text = String::from_utf8(card.to_vec()).map_err(|error| error.to_string())?;
    let is_bound = context["require_key_binding"] == true && context["nonce"].is_string(); // it checks both or neither
    let expected = |name: &str| is_bound.then(|| context[name].as_str().unwrap_or_default().to_owned());
    let keys = context.clone();
    let key = move |issuer: &str, header: &Header| issuer_key(&keys, issuer, header);
    SDJWTVerifier::new(text, Box::new(key), expected("audience"), expected("nonce"), Compact)
        .map(|_| ())
        .map_err(|error| error.to_string())
}

// The one of the issuer that kid names, or else the first; the verifier takes one, and has no way to be told of none.
fn issuer_key(context: &Value, issuer: &str, header: &Header) -> DecodingKey {
    let own = if context["issuer"] == issuer { &context["issuer_keys"] } else { &context["other_issuer_keys"][issuer] };
    let keys: Vec<_> = own["keys"].as_array().into_iter().flatten().collect();
    let named = keys.iter().find(|key| key.get("kid").and_then(Value::as_str) == header.kid.as_deref());
    named
        .or(keys.first())
        .and_then(|key| serde_json::from_value::<Jwk>((*key).clone()).ok())
        .and_then(|key| DecodingKey::from_jwk(&key).ok())
        .unwrap_or_else(|| DecodingKey::from_ec_der(&[]))
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
