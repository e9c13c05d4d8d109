import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { makeRequestLink } from '#server/commissions/request-links.ts';
import { makeChange } from '#server/platform/database/change.ts';
import { addColleague } from '#tests/support/add-colleague.ts';
import { addRequest } from '#tests/support/add-request.ts';
import { call, send } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { tokenOf } from '#tests/support/request-token.ts';
import { signUp } from '#tests/support/sign-up.ts';

const beas = 'bea@shop.example';

async function setUp() {
  const services = await makeServices();
  const app = createApp(services);
  const owner = await signUp(services);
  const bea = await addColleague(services, owner.id, { email: beas });
  const ida = await addColleague(services, owner.id);
  const remove = ({ id }: { id: string }) =>
    call(app, 'removeColleague', { token: owner.token, params: { id } });
  return { services, app, read: services.database.read, owner, bea, ida, remove };
}

test('the links to requests that a removed colleague sent end, and their mails go to the owner', async () => {
  const { services, app, read, owner, bea, ida, remove } = await setUp();
  const linkTo = async (request: { readonly accountId?: string; readonly email: string }) => {
    const id = await addRequest(services, request);
    return makeChange(services, async (change) => tokenOf(await makeRequestLink(change, id)));
  };
  const shared = await linkTo({ accountId: owner.id, email: ' Bea@Shop.example' });
  const idas = await linkTo({ accountId: owner.id, email: ida.email });
  const own = await linkTo({ email: beas });
  const opens = async (token: string) =>
    (await send(app, 'linkedRequest', { body: { token } })).status;
  expect(await opens(shared)).toBe(200);

  await remove(bea);

  expect([await opens(shared), await opens(idas), await opens(own)]).toEqual([404, 200, 200]);
  const emails = await read
    .selectFrom('customRequests')
    .select('email')
    .where('accountId', '=', owner.id)
    .execute();
  expect(emails.map(({ email }) => email).sort()).toEqual([owner.email, ida.email].sort());
  await call(app, 'leaveAccount', { token: ida.token });
  expect(await opens(idas)).toBe(404);
});
