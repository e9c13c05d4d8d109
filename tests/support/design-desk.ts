import type { Hono } from 'hono';
import type { StudioCallAnswer, StudioCallInput } from '#contract/studio/calls.ts';
import type { Design } from '#contract/studio/design-record.ts';
import { createApp } from '#server/app.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { writeSetting } from '#server/platform/settings/settings.ts';
import { makeServices, type TestServices } from './make-services.ts';
import { callStudio } from './studio-call.ts';
import { joinStudio } from './studio-person.ts';

type Saved = StudioCallInput<'saveDesign'>['body'];
type Edited = Saved['changes'];

/** A staff member who works on designs. */
export interface DesignDesk {
  readonly services: TestServices;
  readonly app: Hono;
  readonly cookie: string;
  read(id: string): Promise<Design>;
  list(query?: Partial<Record<string, string>>): Promise<StudioCallAnswer<'designs'>>;
  /** Saves a change of a design as it is now. */
  save(id: string, change: Edited): Promise<Design>;
  move(id: string, status: Design['status']): Promise<Design>;
  /** What the shop currently returns for a design. */
  inShop(id: string): Promise<StudioCallAnswer<'previewDesign'>['product'] | null>;
  /** The audit entries about a subject, oldest first. */
  linesOf(
    subjectId: string,
  ): Promise<{ action: string; before: string | null; after: string | null }[]>;
}

/** What the editor sends for a change of a design as it was read. */
export function savedOf(design: Design, changes: Edited): Saved {
  const read: Edited = design;
  const fields = Object.keys(changes) as (keyof Edited)[];
  return { base: Object.fromEntries(fields.map((field) => [field, read[field]])), changes };
}

export async function openDesignDesk(): Promise<DesignDesk> {
  const services = await makeServices({ limitFactor: 1_000_000 });
  await makeChange(services, (change) =>
    writeSetting(change, 'studio', {
      name: 'Pinwheel',
      designers: [
        { name: 'Clementine Fox', email: 'clementine@pinwheel.example' },
        { name: 'Juniper Moon', email: 'juniper@pinwheel.example' },
      ],
      socialLink: '',
      termsVersion: '2026-11',
    }),
  );
  const app = createApp(services);
  const { cookie } = await joinStudio(app, services);
  const read = async (id: string) =>
    (await callStudio(app, 'design', { params: { id }, cookie })).answer;
  return {
    services,
    app,
    cookie,
    read,
    list: async (query = {}) =>
      (await callStudio(app, 'designs', { query: query as object, cookie })).answer,
    async save(id, change) {
      const body = savedOf(await read(id), change);
      return (await callStudio(app, 'saveDesign', { params: { id }, body, cookie })).answer;
    },
    async move(id, status) {
      const { version } = await read(id);
      const body = { version, status };
      return (await callStudio(app, 'moveDesign', { params: { id }, body, cookie })).answer;
    },
    async inShop(id) {
      await services.catalogue.refresh();
      const answer = services.catalogue.answer('product', { params: { id }, query: undefined });
      return answer?.product ?? null;
    },
    linesOf: (subjectId) =>
      services.database.read
        .selectFrom('auditLines')
        .select(['action', 'before', 'after'])
        .where('subjectId', '=', subjectId)
        .orderBy('id')
        .execute(),
  };
}
