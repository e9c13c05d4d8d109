import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BuiltShop, readBuiltShop } from '#server/documents/built-shop.ts';

/** A built shop of a few small files, laid out like the build: the server reads it like any other. */
export function paperShop(): BuiltShop {
  const folder = mkdtempSync(join(tmpdir(), 'pinwheel-paper-'));
  mkdirSync(join(folder, '.vite'));
  mkdirSync(join(folder, 'assets'));
  const manifest = {
    'index.html': { file: 'assets/entry.js', isEntry: true, imports: ['_shared.js'] },
    '_shared.js': { file: 'assets/shared.js' },
    'src/app/pages/shop-page.tsx': {
      file: 'assets/shop.js',
      css: ['assets/shop.css'],
      imports: ['_shared.js', '_card.js'],
    },
    '_card.js': { file: 'assets/card.js' },
    'src/offline/accounts/account-engine.ts': { file: 'assets/engine.js', imports: ['_card.js'] },
  };
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest));
  writeFileSync(
    join(folder, 'index.html'),
    '<!doctype html><html><head><style>p{color:#123}</style><!--head--></head><body><!--first-paint--><!--screen--><!--data--><script type="module" src="/assets/entry.js"></script></body></html>',
  );
  writeFileSync(join(folder, 'assets/entry.js'), 'export {};');
  writeFileSync(join(folder, 'assets/entry.js.br'), 'compressed');
  writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
  writeFileSync(join(folder, 'sw.js'), '// keeps the shop');
  writeFileSync(join(folder, 'kill-switch.js'), '// goes away');
  return readBuiltShop(folder);
}
