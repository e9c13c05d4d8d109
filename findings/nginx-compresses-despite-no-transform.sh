#!/usr/bin/env bash
# nginx 1.22.1 (Debian 12) with `gzip on` and `gzip_proxied any` compresses an answer that says
# `Cache-Control: no-transform`, although RFC 9111 (5.2.2.6) forbids it, makes its ETag weak and drops `Accept-Ranges`:
# a file on its way can't be resumed with `If-Range`. It leaves a 206 alone, so a download that asks for `bytes=0-` from the
# start keeps its ETag and its length. Needs nginx.
set -euo pipefail
folder=$(mktemp -d)
trap '[ -f "$folder/pid" ] && kill "$(cat "$folder/pid")"; [ -n "${server:-}" ] && kill "$server"; rm -rf "$folder"' EXIT
chmod 755 "$folder"
cd "$folder"
/usr/sbin/nginx -v
cat > server.mjs <<'JS'
import { createServer } from 'node:http';

const bytes = Buffer.from('10 10 200 200 re f\n'.repeat(1000));
createServer((request, response) => {
  const isPart = request.headers.range === 'bytes=0-';
  response.writeHead(isPart ? 206 : 200, {
    'Content-Type': 'application/pdf',
    'Content-Length': bytes.length,
    'Cache-Control': 'private, no-transform',
    'Accept-Ranges': 'bytes',
    ETag: '"one"',
    ...(isPart && { 'Content-Range': `bytes 0-${bytes.length - 1}/${bytes.length}` }),
  });
  response.end(bytes);
}).listen(0, '127.0.0.1', function () {
  console.log(this.address().port);
});
JS
node server.mjs > port &
server=$!
until [ -s port ]; do sleep 0.1; done
port=$(node -e "const s = require('net').createServer(); s.listen(0, '127.0.0.1', () => { console.log(s.address().port); s.close(); })")
cat > nginx.conf <<C
pid $folder/pid;
error_log $folder/log;
events {}
http {
  access_log off;
  client_body_temp_path $folder/bodies;
  proxy_temp_path $folder/answers;
  gzip on;
  gzip_proxied any;
  gzip_types application/pdf;
  server {
    listen 127.0.0.1:$port;
    location / { proxy_pass http://127.0.0.1:$(cat port); }
  }
}
C
/usr/sbin/nginx -c "$folder/nginx.conf"
ask() { curl --silent --fail --dump-header - --output /dev/null --header 'Accept-Encoding: gzip' "$@" "http://127.0.0.1:$port/" | tr -d '\r'; }
whole=$(ask)
part=$(ask --header 'Range: bytes=0-')
printf '%s\n\n%s\n' "$whole" "$part"
grep -q '^Content-Encoding: gzip$' <<< "$whole"
grep -q '^Cache-Control: private, no-transform$' <<< "$whole"
grep -q '^ETag: W/"one"$' <<< "$whole"
[ -z "$(grep '^Accept-Ranges:' <<< "$whole" || true)" ]
[ -z "$(grep '^Content-Encoding:' <<< "$part" || true)" ]
grep -q '^ETag: "one"$' <<< "$part"
