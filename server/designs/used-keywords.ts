import { sql } from 'kysely';
import { type KeywordKind, type Keywords, keywordKinds } from '#contract/shop/keywords.ts';
import { keywordLimits } from '#contract/studio/keywords.ts';
import { isPostgres } from '../platform/database/column-types.ts';
import type { Database } from '../platform/database/open.ts';

/** The keywords of all designs by kind, most used first, at most `keywordLimits.suggested` of each. */
export async function usedKeywords(read: Database['read']): Promise<Keywords> {
  const [motif = [], occasion = [], style = [], color = []] = await Promise.all(
    keywordKinds.map((kind) => usedOf(read, kind)),
  );
  return { motif, occasion, style, color };
}

async function usedOf(read: Database['read'], kind: KeywordKind): Promise<string[]> {
  const words = isPostgres(read)
    ? sql`jsonb_array_elements_text(products.keywords::jsonb -> ${sql.lit(kind)}) as word(value)`
    : sql`json_each(products.keywords, ${`$.${kind}`}) as word`;
  const { rows } = await sql<{ word: string }>`
    select word.value as word
    from products, ${words}
    group by word.value
    order by count(*) desc, word.value
    limit ${keywordLimits.suggested}`.execute(read);
  return rows.map(({ word }) => word);
}
