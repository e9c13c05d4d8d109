import { descriptionLimits } from '#contract/shop/description-html.ts';
import { designLimits } from '#contract/studio/designs.ts';
import { fileLimits } from '#contract/studio/files.ts';
import type { ImportChoices } from '#contract/studio/import-choices.ts';
import { cleanDescription } from '../clean-description.ts';
import { looksRewritten } from '../spreadsheet-text.ts';
import { chosenTags } from './chosen-tags.ts';
import { countWords, type FileWords, type RewrittenSkus } from './file-words.ts';
import { plainLine } from './plain-text.ts';
import { type Pricing, pricingOf } from './pricing.ts';
import { rewrittenSkus } from './rewritten-skus.ts';

/** A row of a file, its fields trimmed. */
export interface SourceRow {
  /** As in a spreadsheet: the header is row 1. */
  readonly row: number;
  /** The value of the first of these columns that isn't empty; empty if all are. Names are lower case. */
  readonly get: (...columns: readonly string[]) => string;
}

/** A design of another shop. Amounts in cents, the description cleaned. */
export interface SourceDesign {
  /** Identifies the design in that shop. */
  readonly key: string;
  readonly title: string;
  readonly description: string;
  readonly price: number;
  readonly discountedPrice: number | null;
  readonly sku: string | null;
  readonly vendor: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly pictures: readonly SourcePicture[];
}

export interface SourcePicture {
  readonly address: string;
  readonly row: number;
}

/** The result of a row: part of the design with the index `design`, or left out for `reason`. */
export interface ReadRow {
  readonly row: number;
  readonly title: string;
  readonly what: string;
  readonly design: number | null;
  /** A design starts here; other rows add a picture or a variant to one. */
  readonly isDesign: boolean;
  readonly reason: string;
}

export interface ParsedFile {
  readonly designs: readonly SourceDesign[];
  readonly rows: readonly ReadRow[];
  /** The words of the file that can be mapped. */
  readonly words: FileWords;
}

/** What a reader makes of its shop's file. */
export type ParsedSource = Omit<ParsedFile, 'words'> & {
  readonly words: Omit<FileWords, 'amounts'>;
};

/** The texts of a design before they are validated. */
export interface DesignTexts
  extends Pick<SourceDesign, 'key' | 'vendor' | 'type' | 'tags' | 'pictures'> {
  readonly title: string;
  /** HTML. */
  readonly description: string;
  readonly price: string;
  /** ISO 4217; `unnamedCurrency` if the file doesn't say. */
  readonly currency: string;
  /** The price without its discount. */
  readonly fullPrice: string;
  readonly sku: string;
  /** The name in its address, if a person chose it. */
  readonly handle?: string;
  /** Its option values as name and value, if its variants have different prices; otherwise null. */
  readonly options: readonly (readonly [string, string])[] | null;
}

/** A line of the file that belongs to a design. `reason` leaves it out although the design is imported. */
export type SourceLine = Pick<ReadRow, 'row' | 'what'> & { readonly reason?: string };

/** The most tags of a design. */
const maxTags = 250;
const tooManyPictures = `A design can have up to ${fileLimits.images} pictures.`;

/** Collects what is read from a file, and leaves out what can't become a design. */
export function collectDesigns(choices: ImportChoices) {
  const pricing = pricingOf(choices);
  const words = countWords();
  const designs: SourceDesign[] = [];
  const rows: ReadRow[] = [];
  const keys = new Map<string, number>();
  const skus = new Map<string, number>();
  /** The SKU that each design has in the file. */
  const written: (string | null)[] = [];

  function leaveOut(title: string, reason: string, own: readonly SourceLine[]): void {
    for (const [place, { row, what }] of own.entries()) {
      rows.push({ row, title, what, design: null, isDesign: place === 0, reason });
    }
  }

  /** Other shops accept any SKU, and the same one for several designs; such a design gets a new one. */
  function problemOf(sku: string): string {
    if (sku.length > designLimits.sku)
      return `new SKU: its own is longer than ${designLimits.sku} characters`;
    const same = skus.get(sku);
    return same === undefined ? '' : `new SKU: row ${same} has ${sku}`;
  }

  /** Marks the SKUs that a spreadsheet seems to have changed, and takes them from their designs if that was chosen. */
  function markRewritten(): RewrittenSkus {
    const rewritten = rewrittenSkus(written.flatMap((sku) => sku ?? []));
    const isMarked = (place: number | null) =>
      place !== null && rewritten.has(written[place] ?? '');
    for (const [at, row] of rows.entries()) {
      if (!row.isDesign || !isMarked(row.design)) continue;
      const note = seemsRewritten('SKU', written[row.design ?? 0] ?? '');
      rows[at] = {
        ...row,
        what: `${row.what}, ${choices.skus === 'renew' ? 'new SKU: ' : ''}${note}`,
      };
    }
    for (const [place, design] of designs.entries()) {
      if (choices.skus === 'renew' && isMarked(place)) designs[place] = { ...design, sku: null };
    }
    return {
      designs: written.filter((_, place) => isMarked(place)).length,
      example: written.find((_, place) => isMarked(place)) ?? '',
    };
  }

  return {
    leaveOut,
    /** The description of a row, with its price if it can be read. */
    priced(what: string, price: string, currency: string): string {
      const shownPrice = pricing.tell(price, currency);
      return shownPrice === '' ? what : `${what}, ${shownPrice}`;
    },
    /** Adds a design with its rows; the first is where it begins. */
    add(texts: DesignTexts, own: readonly [SourceLine, ...SourceLine[]]): void {
      const { row: first } = own[0];
      const whole = plainLine(texts.title);
      const title = shortened(whole);
      words.count(texts);
      const design = readDesign({ ...texts, title }, pricing, choices);
      if (typeof design === 'string') {
        leaveOut(title, design, own);
        return;
      }
      const { key } = design;
      const same = keys.get(key);
      if (same !== undefined) {
        leaveOut(title, `Row ${same} is the same design.`, own);
        return;
      }
      keys.set(key, first);
      const skuProblem = design.sku === null ? '' : problemOf(design.sku);
      const sku = skuProblem ? null : design.sku;
      if (sku !== null) skus.set(sku, first);
      const pictures = design.pictures.slice(0, fileLimits.images);
      const over = new Set(design.pictures.slice(fileLimits.images).map(({ row }) => row));
      const place = designs.push({ ...design, sku, pictures }) - 1;
      written.push(design.sku);
      const notes = [
        title !== whole && 'title shortened',
        skuProblem,
        texts.handle !== undefined &&
          looksRewritten(texts.handle) &&
          seemsRewritten('handle', texts.handle),
      ].filter(Boolean);
      for (const { row, what, reason = over.has(row) ? tooManyPictures : '' } of own) {
        const isFirst = row === first;
        const noted = isFirst ? [what, ...notes].join(', ') : what;
        const isOut = reason !== '' && !isFirst;
        rows.push({
          row,
          title,
          what: noted,
          design: isOut ? null : place,
          isDesign: isFirst,
          reason: isOut ? reason : '',
        });
      }
    },
    end(): ParsedSource {
      const found = markRewritten();
      return {
        designs,
        rows: rows.sort((a, b) => a.row - b.row),
        words: { ...words.end(), rewrittenSkus: found },
      };
    },
  };
}

function seemsRewritten(what: string, text: string): string {
  return `${what} ${text} looks as if a spreadsheet changed it`;
}

/** Validates a design. Returns the reason if it can't be imported. */
function readDesign(
  texts: DesignTexts,
  pricing: Pricing,
  choices: ImportChoices,
): SourceDesign | string {
  const { key, title, vendor, type, tags } = texts;
  if (title === '') return 'It has no title.';
  if (texts.description.length > descriptionLimits.raw) {
    return `Its description is longer than ${descriptionLimits.raw} characters.`;
  }
  const description = cleanDescription(texts.description.toWellFormed());
  if (description.length > designLimits.description) {
    return `Its description is longer than ${designLimits.description} characters.`;
  }
  const prices = readPrices(texts, pricing);
  if (typeof prices === 'string') return prices;
  return {
    key,
    title,
    description,
    ...prices,
    sku: plainLine(texts.sku) || null,
    vendor: plainLine(vendor),
    type: plainLine(type).slice(0, 200),
    tags: chosenTags(tags.slice(0, maxTags).map(plainLine).filter(Boolean), choices),
    pictures: withoutRepeats(texts.pictures),
  };
}

/** The full and the discounted price in cents, or why they can't be read. */
function readPrices(
  { price, fullPrice, currency }: DesignTexts,
  { read }: Pricing,
): Pick<SourceDesign, 'price' | 'discountedPrice'> | string {
  if (price === '') return 'It has no price.';
  const toPay = read(price, currency);
  if (toPay === null) return { price: 0, discountedPrice: null };
  if (typeof toPay === 'object') return toPay.no;
  const full = fullPrice === '' ? toPay : read(fullPrice, currency, 'price before the discount');
  if (full === null) return { price: toPay, discountedPrice: null };
  if (typeof full === 'object') return full.no;
  return { price: Math.max(full, toPay), discountedPrice: full > toPay ? toPay : null };
}

function withoutRepeats(pictures: readonly SourcePicture[]): SourcePicture[] {
  const seen = new Set<string>();
  return pictures.filter(({ address }) => !seen.has(address) && seen.add(address));
}

/** Cuts a title that is too long for this shop after the last word that fits. */
function shortened(title: string): string {
  if (title.length <= designLimits.title) return title;
  const most = title.slice(0, designLimits.title).toWellFormed();
  const end = most.lastIndexOf(' ');
  return end > 0 ? most.slice(0, end).replace(/(?<![\s,;|–-])[\s,;|–-]+$/u, '') : most;
}

/** Splits a cell with a comma-separated list. */
export function readList(cell: string): string[] {
  return cell
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean);
}
