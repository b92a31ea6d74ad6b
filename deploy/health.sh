#!/bin/bash
# The health check of the image. It asks with bash alone, because each start of Node.js takes about half a second of processor time. For
# HTTPS, for a port that was given as an argument, and for the reason why a sandbox is not healthy, the command asks.
# The first argument is the command line of the sandbox. Without it, the sandbox is process 1, its words are arguments of an init, or it is
# another process of the container.

# Succeeds when the sandbox says 200 within two seconds.
ask() {
  exec 3<>"/dev/tcp/127.0.0.1/${PETSTORE_SANDBOX_PORT:-4010}" || return
  printf 'GET /_sandbox/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
  read -r -t 2 status <&3 && [[ $status == 'HTTP/1.1 200 '* ]]
}

ask 2>/dev/null && exit
script=/app/bin/petstore-sandbox.cjs
for file in "${1:-/proc/1/cmdline}" /proc/[0-9]*/cmdline; do
  mapfile -d '' -t words 2>/dev/null <"$file"
  while [[ ${#words[@]} -gt 0 && ${words[0]} != "$script" ]]; do words=("${words[@]:1}"); done
  [[ ${#words[@]} -gt 0 && ${words[1]} != health ]] && break
done 2>/dev/null
options=("${words[@]:1}")
[[ ${options[0]} == start ]] && options=("${options[@]:1}")
exec node "$script" health "${options[@]}"
