#!/usr/bin/env bash
# Playwright 1.65.1 has a channel `moz-firefox` for Firefox as Mozilla builds it. With Firefox ESR 153.8 it opens no context
# of a kept profile: it asks for `emulation.setMediaFeaturesOverride`, which that Firefox doesn't know, even if every
# media option is null. So an installed web app can't be tried there after its browser was killed. Needs Debian's firefox-esr.
set -euo pipefail
command -v firefox-esr > /dev/null || { echo 'Install firefox-esr first.'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund playwright-core@1.65.1
cat > seen.mjs <<'JS'
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { firefox } from 'playwright-core';

console.log(execFileSync('firefox-esr', ['--version']).toString().trim());
const executablePath = realpathSync(execFileSync('which', ['firefox-esr']).toString().trim());
const none = { colorScheme: null, reducedMotion: null, forcedColors: null, contrast: null };
const seen = await firefox
  .launchPersistentContext('profile', { channel: 'moz-firefox', executablePath, ...none })
  .then(
    async (context) => {
      await context.close();
      return 'opened';
    },
    ({ message }) => message.split('\n')[0],
  );
console.log(seen);
assert.match(seen, /emulation\.setMediaFeaturesOverride/);
JS
node seen.mjs
