import pg from 'pg';
import { previewVersion } from '#server/designs/files/previews.ts';
import { openPostgres } from '#server/platform/database/postgres.ts';

/** How many rows a large shop has. */
export interface LargeShop {
  readonly designs: number;
  readonly accounts: number;
  readonly orders: number;
  /** The orders are spread evenly over two years before it. */
  readonly until: Date;
}

/** The buyer with the most orders: one of ten thousand is theirs, besides those that every buyer has. */
const regularBuyer = 1;
export const regularEmail = `buyer-${regularBuyer}@shop-${regularBuyer}.example`;

const filledTables = [
  ...['categories', 'products', 'productCategories', 'productImages', 'productFiles'],
  ...['catalogueChanges', 'accounts', 'buyerTexts', 'orders', 'orderItems', 'orderTexts'],
  ...['refunds', 'auditLines'],
];

/**
 * Fills the empty PostgreSQL database at `url` with statements that each make all rows of a table, and calls `onDone`
 * after each with its name and milliseconds. Triggers and indexes wait: texts are filled like the other tables, and
 * indexes are made at the end. Nine of ten orders are paid, one of fifty is refunded.
 */
export async function fillLargeShop(
  url: string,
  shop: LargeShop,
  onDone: (what: string, ms: number) => void = () => {},
): Promise<void> {
  await (await openPostgres(url)).close();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const run = async (what: string, statement: string) => {
    const startedAt = performance.now();
    await client.query(statement);
    onDone(what, performance.now() - startedAt);
  };
  try {
    await client.query(`SET session_replication_role = replica; SET synchronous_commit = off;
      SET maintenance_work_mem = '1GB'; SET work_mem = '256MB'`);
    await client.query(functions(shop));
    const { rows } = await client.query<{ name: string; made: string }>(
      `SELECT quote_ident(indexname) AS name, indexdef AS made FROM pg_indexes
       WHERE tablename = ANY($1) AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
      [filledTables],
    );
    for (const { name } of rows) await client.query(`DROP INDEX ${name}`);
    for (const [what, statement] of Object.entries(statements(shop))) await run(what, statement);
    for (const { name, made } of rows) await run(`index ${name}`, made);
    for (const table of filledTables) await run(`vacuum ${table}`, `VACUUM (ANALYZE) "${table}"`);
  } finally {
    await client.end();
  }
}

/** For this connection only: what is computed from a row's place. */
function functions({ accounts, orders, designs, until }: LargeShop): string {
  const words = (list: string) => `('{${list}}'::text[])`;
  const function_ = (name: string, of: string, type: string, body: string, kind = 'IMMUTABLE') =>
    `CREATE FUNCTION pg_temp.${name}(${of}) RETURNS ${type} LANGUAGE sql ${kind} AS $$ SELECT ${body} $$;`;
  const at = `to_char(timestamp '${until.toISOString().slice(0, 19)}'
    - interval '730 days' * ((of - n)::float8 / of), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  return [
    function_('at', 'n bigint, of bigint', 'text', at, 'STABLE'),
    // As the shop makes them: those made together are together in an index.
    function_(
      'id',
      'kind text, n bigint, of bigint',
      'text',
      `lpad(to_hex((extract(epoch FROM timestamp '${until.toISOString().slice(0, 19)}')
        - 63072000.0 * (of - n) / of)::bigint), 8, '0') || substr(md5(kind || n), 1, 16)`,
    ),
    function_('account', 'n bigint', 'text', `pg_temp.id('account', n, ${accounts})`),
    function_('orderOf', 'n bigint', 'text', `pg_temp.id('order', n, ${orders})`),
    function_('design', 'n bigint', 'text', `pg_temp.id('design', n, ${designs})`),
    function_(
      'buyer',
      'n bigint',
      'bigint',
      `CASE WHEN n % 10000 = 0 THEN ${regularBuyer} ELSE (n * 7919) % ${accounts} END`,
    ),
    function_(
      'first',
      'n bigint',
      'text',
      `${words('Ada,Björn,Chloé,Dinah,Emeka,Fumiko,Greta,Hana,Ines,Jo')}[1 + n % 10]`,
    ),
    function_(
      'last',
      'n bigint',
      'text',
      `${words('Sewell,Weber,Okafor,Tanaka,Silva,Novak,Larsen,Moreau,Kim')}[1 + (n * 7) % 9]`,
    ),
    function_('email', 'n bigint', 'text', `'buyer-' || n || '@shop-' || n % 997 || '.example'`),
    function_(
      'number',
      'n bigint',
      'text',
      `'PW-' || upper(lpad(to_hex((n * 7368787) % 268435399), 7, '0'))`,
    ),
    function_('price', 'n bigint', 'bigint', '500 + (n * 37) % 2500'),
    function_('total', 'n bigint', 'bigint', 'pg_temp.price(n) + (n % 2) * pg_temp.price(n + 1)'),
    function_(
      'state',
      'n bigint',
      'text',
      `CASE WHEN (n / 7) % 10 > 0 THEN 'paid' WHEN n % 100 = 0 THEN 'review' ELSE 'void' END`,
    ),
  ].join('\n');
}

/** What makes the rows of each table, by what it makes. */
function statements({ designs, accounts, orders }: LargeShop): Readonly<Record<string, string>> {
  const each = (count: number) => `generate_series(0::bigint, ${count - 1}) n`;
  return {
    categories: `INSERT INTO categories (id, name, position)
      SELECT pg_temp.id('category', n, 8), 'Category ' || n, n FROM ${each(8)}`,
    designs: `INSERT INTO products (title, "searchTitle", sku, "searchSku", id, description, price, "salesCount", designers,
        status, "publishedAt", "updatedAt", keywords)
      SELECT title, lower(title), sku, lower(sku), pg_temp.design(n), '<p>Drawn by hand in gouache colours.</p>',
        pg_temp.price(n), (n * 7919) % 900, '["Clementine Fox"]', 'published', pg_temp.at(n, ${designs}),
        pg_temp.at(n, ${designs}), '{"motif":["fox"],"occasion":["baby"],"style":["boho"],"color":["blue"]}'
      FROM (SELECT n, 'B-' || n AS sku,
        ('{Sleepy,Paper,Tiny,Wild,Sunny,Velvet,Merry,Quiet,Lucky,Rosy}'::text[])[1 + n % 10] || ' ' ||
        ('{Fox,Moon,Whale,Daisy,Rocket,Lemon,Owl,Cloud,Berry,Dino}'::text[])[1 + (n / 10) % 10] || ' ' || n AS title
        FROM ${each(designs)}) AS named`,
    'categories of designs': `INSERT INTO "productCategories" ("productId", "categoryId", position)
      SELECT pg_temp.design(n), pg_temp.id('category', n % 8, 8), 0 FROM ${each(designs)}`,
    'pictures of designs': `INSERT INTO "productImages"
        (id, "productId", position, hash, width, height, color, swatches, "previewVersion")
      SELECT pg_temp.id('image', n, ${designs}), pg_temp.design(n), 0, md5('' || n) || md5('h' || n), 1200, 1200,
        '#f3e0d0', 'f3e0d08' || left(md5('s' || n), 6) || '4' || right(md5('s' || n), 6) || '3',
        ${previewVersion}
      FROM ${each(designs)}`,
    'files of designs': `INSERT INTO "productFiles"
        (id, "productId", position, name, "mediaType", sha256, bytes, width, height, dpi)
      SELECT pg_temp.id('file', n, ${designs}), pg_temp.design(n), 0, 'design.png', 'image/png',
        md5('f' || n) || md5('g' || n), 900000, 2800, 2800, 350 FROM ${each(designs)}`,
    'catalogue changes': `INSERT INTO "catalogueChanges" ("productId", "changedAt")
      SELECT pg_temp.design(n), pg_temp.at(n, ${designs}) FROM ${each(designs)}`,
    accounts: `INSERT INTO accounts (id, email, "emailKey", "passwordHash", "firstName", "lastName", "licenseType",
        "businessVerificationLink", status, "createdAt")
      SELECT pg_temp.account(n), pg_temp.email(n), pg_temp.email(n), '', pg_temp.first(n), pg_temp.last(n),
        'SMALL_BUSINESS', '', CASE WHEN n % 200 = 0 THEN 'pending' ELSE 'approved' END,
        pg_temp.at(n, ${accounts})
      FROM ${each(accounts)}`,
    'texts of buyers': `INSERT INTO "buyerTexts" ("accountId", text)
      SELECT pg_temp.account(n), pg_temp.first(n) || ' ' || pg_temp.last(n) || ' ' || pg_temp.email(n)
      FROM ${each(accounts)}`,
    orders: `INSERT INTO orders (id, "orderNumber", "accountId", state, "totalPrice", "totalDiscount", "customerName",
        "customerEmail", "customerCountry", "customerCity", "acceptedTermsVersion", "createdAt", "updatedAt", "paidAt",
        "createRequestId", "capturedAmount", "paymentMethod", "providerOrderId", "providerCaptureId")
      SELECT pg_temp.orderOf(n), pg_temp.number(n), pg_temp.account(b), state, total, 0,
        pg_temp.first(b) || ' ' || pg_temp.last(b), pg_temp.email(b),
        ('{France,Germany,Japan,"United States",Norway,Brazil,""}'::text[])[1 + n % 7], 'Nantes', '1', at, at,
        CASE WHEN state = 'paid' THEN at END, 'large-' || n, CASE WHEN state = 'paid' THEN total END, 'paypal',
        'PO-' || n, CASE WHEN state = 'paid' THEN 'PC-' || n END
      FROM (SELECT n, pg_temp.buyer(n) AS b, pg_temp.state(n) AS state, pg_temp.total(n) AS total,
        pg_temp.at(n, ${orders}) AS at FROM ${each(orders)}) AS made`,
    items: `INSERT INTO "orderItems" (id, "orderId", "productId", position, "productName", "imageUrl", price,
        "licenseType", "licenceTextVersion")
      SELECT pg_temp.id('item ' || i, n, ${orders}), pg_temp.orderOf(n), pg_temp.design(d), i, 'Design ' || d, '',
        pg_temp.price(n + i), 'SMALL_BUSINESS', '1'
      FROM (SELECT n, i, (n * 104729 + i * 31) % ${designs} AS d
        FROM ${each(orders)}, generate_series(0, n % 2) i) AS made`,
    'texts of orders': `INSERT INTO "orderTexts" ("orderId", text, state, "createdAt")
      SELECT pg_temp.orderOf(n), pg_temp.number(n) || ' ' || name || ' ' || pg_temp.email(b) || ' ' || name || ' ' ||
        pg_temp.email(b), pg_temp.state(n), pg_temp.at(n, ${orders})
      FROM (SELECT n, b, pg_temp.first(b) || ' ' || pg_temp.last(b) AS name
        FROM (SELECT n, pg_temp.buyer(n) AS b FROM ${each(orders)}) AS bought) AS named`,
    refunds: `INSERT INTO refunds (id, "orderId", kind, amount, "providerId", "createdAt")
      SELECT pg_temp.id('refund', n, ${orders}), pg_temp.orderOf(n), 'refund', pg_temp.total(n) / 2, 'PR-' || n,
        pg_temp.at(n, ${orders})
      FROM ${each(orders)} WHERE n % 50 = 1`,
    'activity log': `INSERT INTO "auditLines" (at, "actorId", action, "subjectId", before, after, "searchText")
      SELECT pg_temp.at(n, ${orders}), 'staff', CASE WHEN n % 50 = 1 THEN 'refund.made' ELSE 'design.price_changed' END,
        CASE WHEN n % 50 = 1 THEN pg_temp.orderOf(n) ELSE pg_temp.design(n % ${designs}) END,
        '{"price":5}', '{"price":6}', '{"price":5}|{"price":6}'
      FROM ${each(orders)} WHERE n % 5 < 2`,
  };
}
