import type { Compilable, CompiledQuery } from 'kysely';
import { isPostgres } from './column-types.ts';
import type { Reader } from './open.ts';

/** A placeholder for a value, which is filled in when the statement runs. */
class Later {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

const later = new Proxy({}, { get: (_, name) => new Later(String(name)) });

/** By text. There are as many as the code has. */
const names = new Map<string, string>();

/** The name under which a connection keeps what `statement` made; undefined for any other text. */
export function statementName(text: string): string | undefined {
  return names.get(text);
}

/**
 * Has what `statement` made go to `send`. What Kysely does for each statement, such as taking and returning a
 * connection, costs more than most of them.
 */
export function sendDirectly(
  builder: Reader,
  send: (text: string, values: readonly unknown[]) => Promise<unknown[]>,
): Reader {
  builder.executeQuery = async <Row>(query: CompiledQuery<Row> | Compilable<Row>) => {
    const { sql, parameters } = 'sql' in query ? query : query.compile();
    return { rows: (await send(sql, parameters)) as Row[] };
  };
  return builder;
}

/** The row of a statement that always returns one. */
export function onlyRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('A statement returned no row.');
  return row;
}

/**
 * A statement that many requests run. Its text is made at the first use, and PostgreSQL plans it once for each
 * connection, because both cost more than running it. So the text must be the same for all values: `build` gets a
 * stand-in for each value, which it may place in the statement but can't look at.
 */
export function statement<Values extends object, Row>(
  build: (database: Reader, values: Values) => Compilable<Row>,
): (database: Reader, values: Values) => Promise<readonly Row[]> {
  const made = new Map<boolean, CompiledQuery<Row>>();
  return async (database, values) => {
    const engine = isPostgres(database);
    let compiled = made.get(engine);
    if (!compiled) {
      compiled = build(database, later as Values).compile();
      made.set(engine, compiled);
      if (!names.has(compiled.sql)) names.set(compiled.sql, `pinwheel${names.size}`);
    }
    const parameters = compiled.parameters.map((each) =>
      each instanceof Later ? values[each.name as keyof Values] : each,
    );
    const { rows } = await database.executeQuery<Row>({ ...compiled, parameters });
    return rows;
  };
}
