#!/bin/sh
# A stream bridge in shell: call your validator in judge. It needs jq and base64.
#
#   agentcard-conformance doctor --validator "stream:sh bridge.sh"

dialects='["agentcard-draft-00"]' # those that your validator reads

# The card comes on standard input, its dialect is $1, and the answer goes to standard output. This one accepts any
# valid JSON.
judge() {
  if jq --slurp --exit-status 'length == 1' >/dev/null 2>&1; then
    echo '"valid": true'
  else
    echo '"valid": false, "errors": [{"message": "not JSON"}]'
  fi
}

read -r greeting
printf '{"agentcard-conformance": 1, "dialects": %s, ' "$dialects"
printf '"validator": {"name": "mine", "version": "0.1.0", "language": "shell"}}\n'

# One jq takes all questions apart; a card is decoded by a process of its own, since it may hold any bytes.
split='.dialect as $its | "\(.id) \($its) \($dialects | index($its) != null) \(.card)"'
jq --unbuffered --raw-output --argjson dialects "$dialects" "$split" | while read -r id dialect known card; do
  if [ "$known" = true ]; then
    printf '{"id": %s, %s}\n' "$id" "$(printf '%s' "$card" | base64 -d | judge "$dialect")"
  else
    printf '{"id": %s, "skip": "a dialect that it does not read"}\n' "$id"
  fi
done
