// A stream bridge in Rust: call your validator in judge. It needs serde_json and base64.
//
//   cargo init --name bridge && cargo add serde_json base64, this file as src/main.rs, cargo build --release
//   agentcard-conformance doctor --validator stream:target/release/bridge

use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{from_slice, json, Value};
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Error, Result, Write};

const DIALECTS: [&str; 1] = ["agentcard-draft-00"]; // those that your validator reads

fn welcome() -> Value {
    let validator = json!({"name": "mine", "version": "0.1.0", "language": "Rust"});
    json!({"agentcard-conformance": 1, "validator": validator, "dialects": DIALECTS})
}

// What your validator finds wrong with a card; this one accepts any valid JSON.
fn judge(card: &[u8], _dialect: &str, _context: &Value) -> Vec<Value> {
    match from_slice::<Value>(card) {
        Ok(_) => vec![],
        Err(error) => vec![json!({"pointer": "", "message": format!("not JSON: {error}")})],
    }
}

fn answer(asked: &Value) -> Result<Value> {
    let dialect = asked["dialect"].as_str().unwrap_or_default();
    if !DIALECTS.contains(&dialect) {
        return Ok(json!({"id": asked["id"], "skip": "a dialect that it does not read"}));
    }
    let card = STANDARD.decode(asked["card"].as_str().unwrap_or_default()).map_err(Error::other)?;
    let wrong = judge(&card, dialect, &asked["context"]);
    Ok(json!({"id": asked["id"], "valid": wrong.is_empty(), "errors": wrong}))
}

fn main() -> Result<()> {
    let (mut input, mut output) = (BufReader::new(stdin()), BufWriter::new(stdout()));
    let mut line = Vec::new();
    input.read_until(b'\n', &mut line)?;
    writeln!(output, "{}", welcome())?;
    loop {
        if input.buffer().is_empty() {
            output.flush()?; // all that has arrived is answered
        }
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        writeln!(output, "{}", answer(&from_slice(&line)?)?)?;
    }
}
