// Asks what `a2acli card get --validate` asks: the JSON Schema that the A2A project generates, in the crate a2a-cli
// (https://github.com/a2aproject/a2a-rs).
use a2acli::card_schema::{validate_agent_card, Violation};
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Error, Result, Write};

fn judge(text: &[u8]) -> Result<Vec<Violation>> {
    match serde_json::from_slice(text) {
        Ok(card) => validate_agent_card(&card).map_err(Error::other),
        Err(error) => Ok(vec![Violation { path: String::new(), message: format!("not JSON: {error}") }]),
    }
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
        let text = STANDARD.decode(asked["card"].as_str().unwrap_or_default()).map_err(Error::other)?;
        let errors: Vec<_> =
            judge(&text)?.iter().map(|each| json!({"pointer": each.path, "message": each.message})).collect();
        writeln!(output, "{}", json!({"id": asked["id"], "valid": errors.is_empty(), "errors": errors}))?;
    }
}
