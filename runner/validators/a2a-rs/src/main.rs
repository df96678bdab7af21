// Reads Agent Cards with a2a-lf, the types of a2a-rs (https://github.com/a2aproject/a2a-rs), as its resolver reads them.
use a2a::AgentCard;
use base64::{engine::general_purpose::STANDARD, Engine};
use serde_json::{json, Value};
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Error, Result, Write};

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
        let read: std::result::Result<AgentCard, _> = serde_json::from_slice(&text);
        let wrong: Vec<_> = read.err().iter().map(|error| json!({"message": error.to_string()})).collect();
        writeln!(output, "{}", json!({"id": asked["id"], "valid": wrong.is_empty(), "errors": wrong}))?;
    }
}
