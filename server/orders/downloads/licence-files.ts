import { encode } from 'uqr';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { cardRows, cardTitle } from '#contract/shop/card-rows.ts';
import { exclusiveMeaning, isExclusive } from '#contract/shop/exclusive.ts';
import {
  licenceCheckPath,
  readCard,
  shortCard,
  type UncheckedCard,
} from '#contract/shop/licence-card.ts';
import type { LicenceText } from '#contract/shop/licence-text.ts';
import { isYear, yearlyCovers } from '#contract/shop/licence-year.ts';

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
  const isCommission = item.commissionId !== null;
  const isSole = isExclusive(item.productName, isCommission);
  const isYearly = isYear(item.productName, isCommission);
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
          ...['', 'How many items it covers', isYearly ? yearlyCovers : text.goods],
        ]
      : []),
    ...(link === null ? [] : ['', 'Anyone can check this licence here:', link]),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** A6, landscape, in mm. */
const [width, height, margin, qrSize] = [148, 105, 8, 62];
/** Beside the code. */
const widest = width - 2 * margin - qrSize - 1;

function drawCard(facts: UncheckedCard['facts'], shop: string, link: string): string {
  const written = [
    { text: `${shop} licence`, size: 4 },
    { text: cardTitle(facts), size: 5.5 },
    { text: facts.to, size: 4.5 },
    ...cardRows(facts).map((row) => ({ text: row.join(': '), size: 3.6 })),
  ];
  let lines = writtenLines(written, 1);
  for (let scale = 0.9; lines.end > height - margin; scale *= 0.9) {
    lines = writtenLines(written, scale);
  }
  const corner = `x="${width - margin - qrSize}" y="${(height - qrSize) / 2}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}mm" height="${height}mm" font-family="sans-serif">`,
    `<title>${escaped(`${shop} licence: ${cardTitle(facts)}`)}</title>`,
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...lines.drawn,
    `<svg ${corner} width="${qrSize}" height="${qrSize}" ${drawnCode(link)}</svg>`,
    '</svg>\n',
  ].join('\n');
}

/** Texts below each other, and where they end. */
function writtenLines(written: readonly { text: string; size: number }[], scale: number) {
  let end = margin + 4;
  const drawn = written.flatMap(({ text, size: unscaled }) => {
    const size = Number((unscaled * scale).toFixed(2));
    const broken = brokenText(text, widest / size).map((line) => {
      end += size * 1.25;
      return `<text x="${margin}" y="${end.toFixed(2)}" font-size="${size}">${escaped(line)}</text>`;
    });
    end += size * 0.35;
    return broken;
  });
  return { drawn, end };
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

/** The lines of a text, broken at spaces, and within words that are too wide. `widest` is in em. */
function brokenText(text: string, widest: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (widthOf(longer) <= widest) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const letter of word) {
      if (line !== '' && widthOf(line + letter) > widest) {
        lines.push(line);
        line = '';
      }
      line += letter;
    }
  }
  return [...lines, line];
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u;

/** About how wide a text is in a sans-serif font, in em. */
function widthOf(text: string): number {
  let width = 0;
  for (const letter of text) width += wide.test(letter) ? 1 : /\p{Lu}/u.test(letter) ? 0.72 : 0.55;
  return width;
}

function escaped(text: string): string {
  const names: Readonly<Record<string, string>> = { '&': 'amp', '<': 'lt', '>': 'gt' };
  return text.replace(/[&<>]/g, (character) => `&${names[character]};`);
}
