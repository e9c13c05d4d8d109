#!/usr/bin/env bash
# @fontsource/fredoka 5.3.0 (latin, 600): `font-variant-numeric: tabular-nums` changes nothing, because the font has no `tnum`
# feature and its digits differ in width: 1 is 383 units of 1000, 8 is 547. Columns of amounts in it aren't aligned, and
# a changing number moves. @fontsource/nunito 5.3.0 has no such feature either, but digits of one width.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y > /dev/null
npm install --silent @fontsource/fredoka@5.3.0 @fontsource/nunito@5.3.0 fontkit@2.0.4 > /dev/null
cat > widths.mjs << 'EOF'
import { openSync } from 'fontkit';
for (const name of ['fredoka', 'nunito']) {
  const font = openSync(`node_modules/@fontsource/${name}/files/${name}-latin-600-normal.woff2`);
  const widths = [...'0123456789'].map((digit) => font.layout(digit).positions[0].xAdvance);
  const tabular = font.layout('1', ['tnum']).positions[0].xAdvance;
  console.log(name, font.unitsPerEm, font.availableFeatures.includes('tnum'), tabular === widths[1], widths.join());
}
EOF
node widths.mjs | tee seen
diff seen - << 'EOF'
fredoka 1000 false true 572,383,577,572,549,501,526,533,547,526
nunito 1000 false true 600,600,600,600,600,600,600,600,600,600
EOF
