# A stream bridge in Ruby: call your validator in judge. It needs nothing but Ruby 2.7.
#
#   agentcard-conformance doctor --validator "stream:ruby bridge.rb"

require "json"

DIALECTS = ["agentcard-draft-00"] # those that your validator reads
WELCOME = {
  "agentcard-conformance" => 1,
  "validator" => { "name" => "mine", "version" => "0.1.0", "language" => "Ruby" },
  "dialects" => DIALECTS
}

# Your validator's verdict on the bytes of a card; this one accepts any valid JSON.
def judge(card, dialect, context)
  text = card.force_encoding(Encoding::UTF_8)
  return { "valid" => false, "errors" => [{ "message" => "not UTF-8" }] } unless text.valid_encoding?

  JSON.parse(text, max_nesting: 200)
  { "valid" => true }
rescue JSON::ParserError => error
  { "valid" => false, "errors" => [{ "message" => "not JSON: #{error.message.scrub[0, 200]}" }] }
end

def answer(line)
  question = JSON.parse(line)
  return WELCOME unless question.key?("id")

  id, dialect = question.values_at("id", "dialect")
  return { "id" => id, "skip" => "a dialect that it does not read" } unless DIALECTS.include?(dialect)

  { "id" => id, **judge(question["card"].unpack1("m0"), dialect, question["context"]) }
end

$stdout.sync = true # each answer is written at once
$stdin.each_line { |line| $stdout.write("#{JSON.generate(answer(line))}\n") }
