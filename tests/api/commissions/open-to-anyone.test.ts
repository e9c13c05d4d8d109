import type { Hono } from 'hono';
import { expect, test } from 'vitest';
import { callPath } from '#contract/shop/calls.ts';
import { createApp } from '#server/app.ts';
import { openOrCloseCommissions } from '#server/commissions/open-or-close.ts';
import { terminal } from '#server/platform/audit/record-action.ts';
import { makeAuditedChange } from '#server/platform/database/change.ts';
import { call } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';

/** What a caller sees of the studio, and the result of a request. */
async function visit(app: Hono, token: string | null) {
  const headers = token === null ? {} : { Authorization: `Bearer ${token}` };
  const body = new FormData();
  body.append('name', 'Ada Lamp');
  body.append('email', 'ada@elsewhere.example');
  body.append('designType', 'Exclusive');
  body.append('description', 'Foxes in a wood.');
  const sent = await app.request(callPath('customRequest'), { method: 'POST', body, headers });
  const { answer } = await call(app, 'customStatus', token === null ? {} : { token });
  return { sees: answer.status, sent: sent.status };
}

test('anyone sees whether custom requests are open, and can send one while they are (A07)', async () => {
  const services = await makeServices();
  const app = createApp(services);
  const pending = await signUp(services, { status: 'pending' });
  const approved = await signUp(services, { status: 'approved' });
  const visits: Awaited<ReturnType<typeof visit>>[] = [];

  for (const status of ['On', 'Off', 'On'] as const) {
    await makeAuditedChange(services, terminal, (change) => openOrCloseCommissions(change, status));
    await services.catalogue.refresh();
    for (const token of [null, pending.token, approved.token]) visits.push(await visit(app, token));
  }

  const open = { sees: 'On', sent: 200 };
  const closed = { sees: 'Off', sent: 409 };
  expect(visits).toEqual([open, open, open, closed, closed, closed, open, open, open]);
  const requests = await services.database.read.selectFrom('customRequests').selectAll().execute();
  expect(requests).toHaveLength(6);
});
