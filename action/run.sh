#!/usr/bin/env bash
# Passes the inputs of action.yml to `petstore-sandbox exec` or `inject`, and puts the report where GitHub shows it. The command starts
# the sandbox, waits for it, runs the tests of the client, and writes the report.
set -euo pipefail

home=$(cd "$(dirname "$0")/.." && pwd)
node=$home/node_modules/.bin/node
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Reads the lines of an input into the array `lines`, without the empty ones and without blanks at their ends.
read_lines() {
  lines=()
  while IFS= read -r line; do
    line=${line#"${line%%[![:space:]]*}"}
    line=${line%"${line##*[![:space:]]}"}
    if [ -n "$line" ]; then lines+=("$line"); fi
  done <<<"$1"
}

options=(--fail-on "$INPUT_FAIL_ON")
if [ "$INPUT_INJECT" = true ]; then
  command='inject'
else
  command='exec'
  options+=(--min-coverage "$INPUT_MIN_COVERAGE")
fi
# xargs splits words as a shell does, with quotes, and expands nothing.
if ! tr -d '\r' <<<"$INPUT_OPTIONS" | xargs -r printf '%s\0' >"$scratch/options"; then
  echo '::error title=Pet Store sandbox::the input options has a quote without an end'
  exit 2
fi
while IFS= read -r -d '' word; do options+=("$word"); done <"$scratch/options"
read_lines "$INPUT_EXEMPT"
for line in ${lines[@]+"${lines[@]}"}; do options+=(--exempt "$line"); done
# The command refuses the old option, and names the new one.
if [[ -n "$INPUT_IGNORE" ]]; then options+=(--ignore "$INPUT_IGNORE"); fi
outputs=(
  --output "junit=$INPUT_JUNIT"
  --output "json=$INPUT_JSON"
  --output "text=$scratch/report.txt"
  --output "markdown=$scratch/summary.md"
)

# GitHub reads the annotations on both outputs: exec writes them to standard error, and inject to standard output.
code=0
"$node" "$home/bin/petstore-sandbox.cjs" "$command" --format github "${options[@]}" "${outputs[@]}" \
  -- bash -eo pipefail -c "$INPUT_RUN" || code=$?

if [ -e "$scratch/report.txt" ]; then
  echo '::group::Report of the Pet Store sandbox'
  cat "$scratch/report.txt"
  echo '::endgroup::'
  # The tests may have written a summary of their own.
  cat "$scratch/summary.md" >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
  "$node" -e '
    const { relative } = require("node:path")
    const [json, junit] = process.argv.slice(1)
    const { verdict, coverage } = JSON.parse(require("node:fs").readFileSync(json))
    const fromWorkspace = (file) => relative(process.env.GITHUB_WORKSPACE ?? ".", file)
    const outputs = { verdict, coverage: coverage?.percent ?? "", junit: fromWorkspace(junit), json: fromWorkspace(json) }
    for (const [name, value] of Object.entries(outputs)) console.log(name + "=" + value)
  ' "$INPUT_JSON" "$INPUT_JUNIT" >>"${GITHUB_OUTPUT:-/dev/null}"
fi
exit "$code"
