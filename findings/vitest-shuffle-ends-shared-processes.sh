#!/usr/bin/env bash
# Vitest 5.1.0: with `isolate: false`, files of a project share a process, so what they import is loaded once. With two such
# projects and `sequence.shuffle` they hardly do: shuffling mixes the files of all projects, and a process is kept only if
# the next file of the whole run is of the same project. 24 files of two projects, two workers: 4 processes in order,
# 10 and 12 shuffled. A sequencer that sorts by project and then by chance keeps both.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent vitest@5.1.0 vite@8.3.8 > /dev/null
for project in a b; do
  mkdir "$project"
  for number in $(seq 12); do
    cat > "$project/$number.test.mjs" << 'EOF'
import { appendFileSync } from 'node:fs';
import { test } from 'vitest';
test('runs', () => appendFileSync('pids', `${process.pid}\n`));
EOF
  done
done
cat > vitest.config.mjs << 'EOF'
const project = (name) => ({
  test: { name, include: [`${name}/*.test.mjs`], isolate: false, pool: 'forks' },
});
export default {
  test: { projects: [project('a'), project('b')], maxWorkers: 2, sequence: { seed: 1, shuffle: process.env.SHUFFLE === '1' } },
};
EOF
count() {
  rm -f pids
  npx vitest run "$@" > /dev/null
  sort -u pids | wc -l
}
ordered=$(count)
shuffled=$(SHUFFLE=1 count)
echo "processes for 24 files: in order $ordered, shuffled $shuffled"
[ "$ordered" -le 4 ]
[ "$shuffled" -ge 8 ]
