#!/bin/sh
# curl tries again after timeouts and after the statuses 408, 429, 500, 502, 503 and 504.
base=$1 key=$2 retries=$3 patience=$4 suite=$5

if [ "$suite" = four ]; then
  get() {
    path=$1
    shift
    curl --silent --show-error --fail --retry "$retries" --max-time "$patience" --header "Authorization: Bearer $key" "$@" "$base$path"
  }
  set -e
  get /pets >/dev/null
  get '/pets?limit=5' >/dev/null
  pet=$(get /pets --json '{"name":"Rex","categoryId":1}')
  id=$(echo "$pet" | sed 's/.*"id":\([0-9]*\).*/\1/')
  read_back=$(get "/pets/$id")
  case $read_back in *'"name":"Rex"'*) exit 0 ;; esac
  exit 1
fi

call() {
  name=$1
  shift
  curl --silent --show-error --fail --retry "$retries" --max-time "$patience" --output /dev/null \
    --header "Authorization: Bearer $key" "$@" "$base/pets" 2>/dev/null
  code=$?
  if [ "$code" = 0 ]; then echo "$name ok"; else echo "$name curl ended with $code"; fi
}
call list
call create --json '{"name":"Rex","categoryId":1}'
