// A stream bridge to boon: a card is what serde_json reads, and our schema with formats judges.
use base64::{engine::general_purpose::STANDARD, Engine};
use boon::{Compiler, SchemaIndex, Schemas};
use serde_json::{json, Value};
use std::collections::HashMap;
use std::env::args;
use std::io::{stdin, stdout, BufRead, BufReader, BufWriter, Error, Result, Write};

fn compiled(dialect: &str) -> (Schemas, SchemaIndex) {
    let path = format!("{}/{dialect}/card.schema.json", args().nth(1).expect("the schema folder"));
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.enable_format_assertions();
    let schema = compiler.compile(&path, &mut schemas).expect("a schema");
    (schemas, schema)
}

fn judge(text: &[u8], (schemas, schema): &(Schemas, SchemaIndex)) -> Vec<String> {
    match serde_json::from_slice(text) {
        Err(error) => vec![format!("not JSON: {error}")],
        Ok(card) => match schemas.validate(&card, *schema) {
            Err(error) => vec![error.to_string().lines().skip(1).collect()], // the first one names the schema's path
            Ok(()) => vec![],
        },
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
