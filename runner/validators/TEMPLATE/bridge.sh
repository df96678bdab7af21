#!/bin/sh
# A stream bridge in shell: call your validator in judge. It needs jq and base64.
#
#   agentcard-conformance doctor --validator "stream:sh bridge.sh"

# The card comes on standard input, and the answer goes to standard output. This one accepts any valid JSON.
judge() {
  if jq --slurp --exit-status 'length == 1' >/dev/null 2>&1; then
    echo '"valid": true'
  else
    echo '"valid": false, "errors": [{"message": "not JSON"}]'
  fi
}

read -r greeting
printf '{"agentcard-conformance": 1, "dialects": ["agentcard-draft-00"], '
printf '"validator": {"name": "mine", "version": "0.1.0", "language": "shell"}}\n'

# One jq takes all questions apart; a card is decoded by a process of its own, since it may hold any bytes.
jq --unbuffered --raw-output '"\(.id) \(.card)"' | while read -r id card; do
  printf '{"id": %s, %s}\n' "$id" "$(printf '%s' "$card" | base64 -d | judge)"
done
