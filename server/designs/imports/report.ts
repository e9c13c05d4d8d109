import { type Keywords, keywordKinds } from '#contract/shop/keywords.ts';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import type { Import, ImportOutcome } from '#contract/studio/imports.ts';
import { studioPageSize } from '#contract/studio/list.ts';
import { countOf } from '../../platform/database/count-of.ts';
import type { Reader } from '../../platform/database/open.ts';
import { searchForm } from '../../platform/database/searched-letters.ts';
import { listPage, pageOffset } from '../../platform/http/list-page.ts';
import { Problem } from '../../platform/http/problem.ts';
import { readSetting } from '../../platform/settings/settings.ts';
import { categoryOf, isThere } from './category-of.ts';
import { tagChoice } from './chosen-tags.ts';
import { type FileWords, noWords } from './file-words.ts';
import { readChoices } from './import-choices.ts';
import { designerOf } from './import-design.ts';
import { keywordsOfTags } from './keywords-of-tags.ts';
import { sameName } from './same-name.ts';

/** The most types offered for mapping; a shop with more doesn't sort its designs by type alone. */
const typesShown = 100;

/** Imports, newest first. */
export async function importPage(read: Reader, page: number): Promise<StudioCallAnswer<'imports'>> {
  const total = await countOf(read.selectFrom('imports'));
  const rows = await read
    .selectFrom('imports')
    .select('imports.id')
    .orderBy('imports.createdAt', 'desc')
    .orderBy('imports.id', 'desc')
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  return listPage(
    await readImports(
      read,
      rows.map(({ id }) => id),
    ),
    total,
  );
}

/** An import with its counts. @throws NOT_FOUND */
export async function readImport(read: Reader, importId: string): Promise<Import> {
  const [found] = await readImports(read, [importId]);
  if (!found) throw new Problem('NOT_FOUND', 'This import doesn’t exist.');
  return found;
}

/** Those of these imports that exist, newest first, with their counts. */
async function readImports(read: Reader, ids: readonly string[]): Promise<Import[]> {
  if (ids.length === 0) return [];
  const rows = await read
    .selectFrom('imports')
    .leftJoin('studioAccounts', 'studioAccounts.id', 'imports.accountId')
    .selectAll('imports')
    .select('studioAccounts.email')
    .where('imports.id', 'in', ids)
    .orderBy('imports.createdAt', 'desc')
    .orderBy('imports.id', 'desc')
    .execute();
  const outcomes = await read
    .selectFrom('importRows')
    .select((each) => [
      'importId',
      'outcome',
      each.fn.countAll<number>().as('rows'),
      each.fn.sum<number>('isDesign').as('designs'),
    ])
    .where('importId', 'in', ids)
    .groupBy(['importId', 'outcome'])
    .execute();
  const waiting = await read
    .selectFrom('importItems')
    .select((each) => ['importId', each.fn.countAll<number>().as('count')])
    .where('importId', 'in', ids)
    .where('state', '=', 'waiting')
    .groupBy('importId')
    .execute();
  const pictures = await read
    .selectFrom('importedPictures')
    .select((each) => ['importId', 'state', each.fn.countAll<number>().as('count')])
    .where('importId', 'in', ids)
    .groupBy(['importId', 'state'])
    .execute();
  return rows.map((row) => {
    const isOf = ({ importId }: { readonly importId: string | null }) => importId === row.id;
    const counted = outcomes.filter(isOf);
    const designs = byOutcome(counted.map((each) => [each.outcome, each.designs]));
    const picturesOf = counter(pictures.filter(isOf).map(({ state, count }) => [state, count]));
    return {
      _id: row.id,
      fileName: row.fileName,
      source: row.source,
      state: row.state,
      actor: row.email ?? '',
      createdAt: row.createdAt,
      finishedAt: row.finishedAt,
      fileRows: row.fileRows,
      rows: byOutcome(counted.map((each) => [each.outcome, each.rows])),
      designs: { ...designs, done: designs.total - (waiting.find(isOf)?.count ?? 0) },
      pictures: {
        total: picturesOf('waiting') + picturesOf('there') + picturesOf('failed'),
        done: picturesOf('there'),
        failed: picturesOf('failed'),
      },
    };
  });
}

function byOutcome(counts: readonly (readonly [ImportOutcome, number])[]) {
  const of = counter(counts);
  const [created, updated, skipped] = [of('created'), of('updated'), of('skipped')];
  return { total: created + updated + skipped, created, updated, skipped };
}

function counter(counts: readonly (readonly [string, number])[]): (name: string) => number {
  return (name) => counts.find(([each]) => each === name)?.[1] ?? 0;
}

/**
 * An import with the words of its file. Each maps to what was chosen for it or, until something is chosen, to
 * what was chosen in an earlier import, or else to ours with the same name.
 */
export async function readReport(
  read: Reader,
  importId: string,
): Promise<StudioCallAnswer<'importReport'>> {
  const found = await readImport(read, importId);
  const row = await read
    .selectFrom('imports')
    .select(['choices', 'words'])
    .where('id', '=', importId)
    .executeTakeFirstOrThrow();
  const choices = readChoices(row.choices);
  const words: FileWords = { ...noWords, ...(JSON.parse(row.words) as Partial<FileWords>) };
  const categories = await read
    .selectFrom('categories')
    .select(['id', 'name'])
    .orderBy('position')
    .execute();
  const types = await read
    .selectFrom('importItems')
    .select((each) => ['type', each.fn.countAll<number>().as('designs')])
    .where('importId', '=', importId)
    .where('type', '!=', '')
    .groupBy('type')
    .orderBy('designs', 'desc')
    .orderBy('type')
    .limit(typesShown)
    .execute();
  const { value: ofTypes } = await readSetting(read, 'importCategories');
  const { value: ofVendors } = await readSetting(read, 'importDesigners');
  const { value: prices } = await readSetting(read, 'importPrices');
  const { value: studio } = await readSetting(read, 'studio');
  return {
    import: found,
    types: types.map(({ type, designs }) => ({
      name: type,
      designs,
      categoryId: categoryOf(type, [choices.categories, ofTypes], categories),
      isCollection: choices.collections.includes(type),
    })),
    vendors: words.vendors.map(([name, designs]) => ({
      name,
      designs,
      designer: designerOf({ ...ofVendors, ...choices.vendors }, name, studio.designers),
    })),
    tags: words.tags.map(([name, designs]) => {
      const choice = tagChoice(choices, name);
      const isGone = choice?.as === 'category' && !isThere(choice.categoryId, categories);
      const keywords = keywordsOfTags([name]);
      return {
        name,
        designs,
        choice: isGone ? null : choice,
        categoryId: sameName(categories, name)?.id ?? null,
        word: keywordKinds.flatMap((kind) => keywords[kind])[0] ?? null,
      };
    }),
    allTags: words.allTags,
    currencies: words.currencies.map(([code, designs]) => ({
      code,
      designs,
      choice: choices.currencies[code] ?? null,
      last: prices.currencies[code] ?? null,
    })),
    variants: {
      designs: words.variants,
      choice: choices.variant,
      options: words.options.map(([option, designs]) => {
        const [name, value] = JSON.parse(option) as [string, string];
        return { name, value, designs };
      }),
    },
    amounts:
      words.amounts.example === null
        ? null
        : { example: words.amounts.example, choice: choices.amounts ?? words.amounts.unit },
    skus:
      words.rewrittenSkus.designs === 0 ? null : { ...words.rewrittenSkus, choice: choices.skus },
    categories: categories.map(({ id, name }) => ({ _id: id, name })),
    designers: studio.designers.map(({ name }) => name),
  };
}

/** A page of the rows of an import's file, in order. */
export async function rowPage(
  read: Reader,
  importId: string,
  { page, outcome, search }: StudioCallInput<'importRows'>['query'],
): Promise<StudioCallAnswer<'importRows'>> {
  await readImport(read, importId);
  const among = read
    .selectFrom('importRows')
    .where('importId', '=', importId)
    .$if(outcome !== '', (query) =>
      query.where('outcome', '=', outcome as Exclude<typeof outcome, ''>),
    )
    .$if(outcome === 'created' || outcome === 'updated', (query) =>
      query.where('isDesign', '=', 1),
    );
  const written =
    search === '' ? null : await rowsWith(among.select(['row', 'title', 'reason']), search);
  const total = written ? written.length : await countOf(among);
  const start = pageOffset(page);
  const shown = written?.slice(start, start + studioPageSize);
  const rows = await among
    .$if(shown !== undefined, (query) => query.where('row', 'in', shown ?? []))
    .select(['row', 'title', 'what', 'isDesign', 'keywords', 'outcome', 'reason'])
    .orderBy('row')
    .limit(studioPageSize)
    .offset(shown ? 0 : start)
    .execute();
  const items = rows.map(({ isDesign, keywords, ...row }) => ({
    ...row,
    isDesign: isDesign === 1,
    keywords: keywords === null ? null : (JSON.parse(keywords) as Keywords),
  }));
  return listPage(items, total);
}

interface WrittenRow {
  readonly row: number;
  readonly title: string;
  readonly reason: string;
}

/** The rows whose title or reason contains what was typed, in the letters of all searches, which no column here has. */
async function rowsWith(
  rows: { execute(): Promise<WrittenRow[]> },
  typed: string,
): Promise<number[]> {
  const form = searchForm(typed);
  const written = (await rows.execute()).filter(({ title, reason }) =>
    [title, reason].some((text) => searchForm(text).includes(form)),
  );
  return written.map(({ row }) => row).toSorted((one, other) => one - other);
}

export async function picturePage(
  read: Reader,
  importId: string,
  page: number,
): Promise<StudioCallAnswer<'importPictures'>> {
  const { pictures } = await readImport(read, importId);
  const items = await failedPictures(read, importId)
    .limit(studioPageSize)
    .offset(pageOffset(page))
    .execute();
  return listPage(items, pictures.failed);
}

export function failedPictures(read: Reader, importId: string) {
  return read
    .selectFrom('importedPictures')
    .innerJoin('products', 'products.id', 'importedPictures.productId')
    .select(['row', 'title', 'address', 'problem'])
    .where('importId', '=', importId)
    .where('state', '=', 'failed')
    .orderBy('row')
    .orderBy('importedPictures.position');
}
