// A stream bridge to the jsonschema crate: a card is what serde_json reads, and our schema with formats judges.
use base64::{engine::general_purpose::STANDARD, Engine};
use jsonschema::Validator;
use serde_json::{json, Value};
use std::collections::HashMap;
use std::env::args;
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Error, Result, Write};

fn compiled(dialect: &str) -> Validator {
    let path = format!("{}/{dialect}/card.schema.json", args().nth(1).expect("the schema folder"));
    let schema = serde_json::from_slice(&std::fs::read(path).expect("a schema")).expect("JSON");
    jsonschema::options().should_validate_formats(true).build(&schema).expect("a schema")
}

fn judge(text: &[u8], schema: &Validator) -> Vec<String> {
    match serde_json::from_slice(text) {
        Err(error) => vec![format!("not JSON: {error}")],
        Ok(card) => schema.iter_errors(&card).map(|error| format!("{}: {error}", error.instance_path())).collect(),
    }
}

fn main() -> Result<()> {
    let mut schemas = HashMap::new();
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
        let dialect = asked["dialect"].as_str().unwrap_or_default();
        let schema = schemas.entry(dialect.to_owned()).or_insert_with(|| compiled(dialect));
        let wrong: Vec<_> = judge(&text, schema).iter().map(|message| json!({"message": message})).collect();
        writeln!(output, "{}", json!({"id": asked["id"], "valid": wrong.is_empty(), "errors": wrong}))?;
    }
}
