<?php
// A stream bridge in PHP: call your validator in judge. It needs nothing but PHP 8.
//
//   agentcard-conformance doctor --validator "stream:php bridge.php"

const DIALECTS = ['agentcard-draft-00']; // those that your validator reads
const WELCOME = [
    'agentcard-conformance' => 1,
    'validator' => ['name' => 'mine', 'version' => '0.1.0', 'language' => 'PHP'],
    'dialects' => DIALECTS,
];

/** Your validator's verdict on the bytes of a card; this one accepts any valid JSON. */
function judge(string $card, string $dialect, array $context): array
{
    try {
        json_decode($card, true, flags: JSON_THROW_ON_ERROR);
    } catch (JsonException $error) {
        return ['valid' => false, 'errors' => [['message' => 'not JSON: ' . $error->getMessage()]]];
    }
    return ['valid' => true];
}

function answer(string $line): array
{
    $question = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
    if (!isset($question['id'])) {
        return WELCOME;
    }
    if (!in_array($question['dialect'], DIALECTS, true)) {
        return ['id' => $question['id'], 'skip' => 'a dialect that it does not read'];
    }
    $card = base64_decode($question['card'], true);
    return ['id' => $question['id'], ...judge($card, $question['dialect'], $question['context'])];
}

while (($line = fgets(STDIN)) !== false) {
    fwrite(STDOUT, json_encode(answer($line), JSON_THROW_ON_ERROR) . "\n");
}
