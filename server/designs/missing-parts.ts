import type { Design } from '#contract/studio/design-record.ts';
import { designMessages } from '#contract/studio/designs.ts';
import type { Reader } from '../platform/database/open.ts';
import { Problem } from '../platform/http/problem.ts';

interface Parts {
  readonly id: string;
  /** In cents. */
  readonly price: number;
  /** JSON array of names. */
  readonly designers: string;
}

/** What a design still needs before it can be published; empty if nothing. */
export async function missingParts(
  database: Reader,
  { id, price, designers }: Parts,
): Promise<Design['missing']> {
  const { categories, images, files, unmade, commissionId } = await database
    .selectNoFrom((eb) => [
      eb
        .selectFrom('productCategories')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('productId', '=', id)
        .as('categories'),
      eb
        .selectFrom('productImages')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('productId', '=', id)
        .as('images'),
      eb
        .selectFrom('productFiles')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('productId', '=', id)
        .as('files'),
      eb
        .selectFrom('productFiles')
        .select((count) => count.fn.countAll<number>().as('count'))
        .where('productId', '=', id)
        .where('sha256', 'is', null)
        .as('unmade'),
      eb.selectFrom('products').select('commissionId').where('id', '=', id).as('commissionId'),
    ])
    .executeTakeFirstOrThrow();
  return {
    ...(price === 0 && { price: 'Set a price. For a free design, add a $0.00 discount.' }),
    ...(categories === 0 && { categoryIds: 'Choose a category.' }),
    ...(designers === '[]' && { designers: 'Choose who designed it.' }),
    ...(images === 0 && { images: 'Add a picture.' }),
    ...(files === 0 && { files: 'Add a file to download.' }),
    ...(files !== 0 && unmade !== 0 && { files: 'Wait until its files are ready.' }),
    ...(commissionId !== null && {
      commission: designMessages.isCommissioned,
    }),
  };
}

/** The parts that saving can leave empty; files and pictures are changed separately. */
export const savedParts = ['price', 'categoryIds', 'designers'];

/** Refuses an incomplete design, naming each missing part; checks only `parts` if given. @throws INVALID */
export async function assertComplete(
  database: Reader,
  design: Parts,
  parts?: readonly string[],
): Promise<void> {
  const missing = Object.entries(await missingParts(database, design)).filter(
    ([part]) => parts?.includes(part) ?? true,
  );
  if (missing.length === 0) return;
  const texts = missing.map(([, text]) => text).join(' ');
  throw new Problem('INVALID', `It can’t be published yet. ${texts}`, {
    fields: Object.fromEntries(missing),
  });
}
