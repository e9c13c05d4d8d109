import { encode } from 'uqr';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { cardRows } from '#contract/shop/card-rows.ts';
import { exclusiveMeaning, isExclusive } from '#contract/shop/exclusive.ts';
import {
  licenceCheckPath,
  readCard,
  shortCard,
  type UncheckedCard,
} from '#contract/shop/licence-card.ts';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import { chunk } from '#contract/wire/chunk.ts';

/** A bought item, as its licence names it. */
export interface LicensedItem {
  readonly productName: string;
  readonly licenseType: LicenceText['licenseType'];
  readonly licenceTextVersion: string;
  readonly orderNumber: string;
  readonly commissionId: string | null;
  /** Its signed card; null if it isn't signed yet. */
  readonly card: string | null;
}

export interface LicencedShop {
  readonly name: string;
  readonly publicUrl: string;
}

interface LicenceFile {
  readonly name: string;
  readonly content: Buffer;
}

/** The files that say what a bought item's licence is: its text, and its card. The same item has the same files. */
export function licenceFiles(
  item: LicensedItem,
  text: LicenceText | undefined,
  shop: LicencedShop,
): readonly LicenceFile[] {
  const card = item.card === null ? null : readCard(item.card);
  const link = card && shop.publicUrl + licenceCheckPath(shortCard(card));
  const words = licenceWords(item, text, shop.name, card, link);
  const { orderNumber } = item;
  return [
    { name: `Licence ${orderNumber}.txt`, content: Buffer.from(words) },
    ...(card && link !== null
      ? [
          {
            name: `Licence card ${orderNumber}.svg`,
            content: Buffer.from(drawCard(card.facts, shop.name, link)),
          },
        ]
      : []),
  ];
}

function licenceWords(
  item: LicensedItem,
  text: LicenceText | undefined,
  shop: string,
  card: UncheckedCard | null,
  link: string | null,
): string {
  const isSole = isExclusive(item.productName, item.commissionId !== null);
  const list = (lines: readonly string[]) => lines.map((line) => `- ${line}`);
  const facts = card
    ? [`Licensed to: ${card.facts.to}`, ...cardRows(card.facts).map((row) => row.join(': '))]
    : [
        `Kind: ${licenseTypeNames[item.licenseType]}`,
        `Order: ${item.orderNumber}`,
        `Licence text: Version ${item.licenceTextVersion}`,
      ];
  const lines = [
    `${shop} licence`,
    item.productName,
    '',
    ...facts,
    ...(isSole ? ['', exclusiveMeaning] : []),
    ...(text
      ? [
          ...['', 'You may', ...list(text.allows)],
          ...['', 'Please don’t', ...list(text.forbids)],
          ...['', 'How many items it covers', text.goods],
        ]
      : []),
    ...(link === null ? [] : ['', 'Anyone can check this licence here:', link]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** A6, landscape, in mm. */
const [width, height, margin, qrSize] = [148, 105, 8, 62];
/** About as many characters of the largest writing are beside the code. */
const lineLength = 26;

function drawCard(facts: UncheckedCard['facts'], shop: string, link: string): string {
  const written = [
    { text: `${shop} licence`, size: 4 },
    { text: facts.design, size: 5.5 },
    { text: facts.to, size: 4.5 },
    ...cardRows(facts).map((row) => ({ text: row.join(': '), size: 3.6 })),
  ];
  let y = margin + 4;
  const lines = written.flatMap(({ text, size }) => {
    const broken = brokenText(text, Math.floor((lineLength * 5) / size)).map((line) => {
      y += size * 1.25;
      return `<text x="${margin}" y="${y.toFixed(2)}" font-size="${size}">${escaped(line)}</text>`;
    });
    y += size * 0.35;
    return broken;
  });
  const corner = `x="${width - margin - qrSize}" y="${(height - qrSize) / 2}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}mm" height="${height}mm" font-family="sans-serif">`,
    `<title>${escaped(`${shop} licence: ${facts.design}`)}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...lines,
    `<svg ${corner} width="${qrSize}" height="${qrSize}" ${drawnCode(link)}</svg>`,
    '</svg>\n',
  ].join('\n');
}

/** A QR code from its `viewBox` on, with a rectangle for each run of dark squares. */
function drawnCode(link: string): string {
  const { data, size } = encode(link, { border: 3 });
  const path = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? '#' : ' '))
        .join('')
        .matchAll(/#+/g),
    ].map(({ 0: run, index }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  );
  return `viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path d="${path.join('')}"/>`;
}

/** The lines of a text, broken at spaces, and within words that are too long. */
function brokenText(text: string, longest: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const pieces = [...chunk([...word], longest)].map((letters) => letters.join(''));
    for (const [place, piece] of pieces.entries()) {
      const longer = line === '' || place > 0 ? piece : `${line} ${piece}`;
      if (line !== '' && (place > 0 || [...longer].length > longest)) {
        lines.push(line);
        line = piece;
      } else {
        line = longer;
      }
    }
  }
  return [...lines, line];
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt' };
  return text.replace(/[&<>]/g, (character) => `&${names[character]};`);
}
