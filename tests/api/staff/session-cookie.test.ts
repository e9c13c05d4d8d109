import { expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { callRefused, send } from '#tests/support/call.ts';
import { makeServices } from '#tests/support/make-services.ts';
import { signUp } from '#tests/support/sign-up.ts';
import { callStudio, sendStudio, studioRefused } from '#tests/support/studio-call.ts';
import {
  joinStudio,
  nextCodeMs,
  studioEmail,
  studioPassword,
} from '#tests/support/studio-person.ts';

async function setUp(publicUrl = 'https://shop.example') {
  const services = await makeServices({
    settings: { PUBLIC_URL: publicUrl },
  });
  const app = createApp(services);
  const mia = await joinStudio(app, services);
  services.pass(nextCodeMs);
  const body = { email: studioEmail, password: studioPassword, code: mia.code() };
  return { app, services, mia, body };
}

/** The attributes of the cookie with this name in an answer, in lower case, sorted. */
function attributesOf(headers: Headers, name: string): string[] {
  const [cookie = '', ...more] = headers
    .getSetCookie()
    .filter((each) => each.startsWith(`${name}=`));
  expect(more).toEqual([]);
  const [, ...attributes] = cookie.split(';').map((part) => part.trim().toLowerCase());
  return attributes.toSorted();
}

test.each([
  ['https://shop.example', ['secure']],
  ['http://localhost:4173', []],
])('hides the session of %s from scripts, other hosts and other paths', async (url, secure) => {
  const { app, body, mia } = await setUp(url);

  const signedIn = await callStudio(app, 'signIn', { body });
  const signedOut = await callStudio(app, 'signOut', { cookie: mia.cookie });

  const always = ['httponly', 'path=/api/studio', 'samesite=strict', ...secure];
  const session = 'pinwheel-studio';
  expect(attributesOf(signedIn.headers, session)).toEqual([...always, 'max-age=604800'].toSorted());
  expect(attributesOf(signedOut.headers, session)).toEqual([...always, 'max-age=0'].toSorted());
  // The cookie that recognises a device outlives its sessions.
  const device = attributesOf(signedIn.headers, 'pinwheel-studio-device');
  expect(device).toEqual([...always, 'max-age=34560000'].toSorted());
  expect(signedOut.headers.getSetCookie()).toHaveLength(1);
});

test('no answer contains the token, and no cache stores an answer', async () => {
  const { app, body, mia } = await setUp();
  const responses = [
    await sendStudio(app, 'signIn', { body }),
    await sendStudio(app, 'me', { cookie: mia.cookie }),
    await sendStudio(app, 'me', {}),
    await sendStudio(app, 'openInvitation', { body: { token: 'a' } }),
    await sendStudio(app, 'signOut', { cookie: mia.cookie }),
  ];

  expect(responses.map(({ status }) => status)).toEqual([200, 200, 401, 409, 200]);
  for (const response of responses) {
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.text()).not.toMatch(/[\w-]{43}/);
  }
});

const elsewhere: readonly (readonly [string, Record<string, string>])[] = [
  ['another site', { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://evil.example' }],
  ['a sibling host', { 'Sec-Fetch-Site': 'same-site', Origin: 'https://blog.shop.example' }],
  ['a typed URL', { 'Sec-Fetch-Site': 'none' }],
  [
    'another site that claims our origin',
    { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://shop.example' },
  ],
  ['another site in an old browser', { Origin: 'https://evil.example' }],
  ['our host without TLS', { Origin: 'http://shop.example' }],
  ['this machine without TLS', { Origin: 'http://localhost' }],
  ['a sandboxed frame', { Origin: 'null' }],
  ['an unstated origin', {}],
];

test.each(elsewhere)('refuses every change from %s', async (_, headers) => {
  const { app, services, body, mia } = await setUp();
  const { cookie } = mia;
  const before = await services.database.read.selectFrom('studioSessions').selectAll().execute();

  const requests = {
    signIn: { body },
    signOut: { cookie },
    openInvitation: { body: { token: 'a' } },
    acceptInvitation: { body: { token: 'a', password: studioPassword, code: '000000' } },
  } as const;

  for (const [name, request] of Object.entries(requests)) {
    const { status, problem } = await studioRefused(
      app,
      name as keyof typeof requests,
      {
        ...request,
        headers,
      } as never,
    );
    expect([name, status, problem.code]).toEqual([name, 403, 'FORBIDDEN']);
  }
  const after = await services.database.read.selectFrom('studioSessions').selectAll().execute();
  expect(after).toEqual(before);
});

test('accepts a change from our origin if the browser says nothing else', async () => {
  const { app, body } = await setUp('http://shop.example:8080/');

  const headers = { Origin: 'http://shop.example:8080' };

  expect((await callStudio(app, 'signIn', { body, headers })).answer.email).toBe(studioEmail);
});

test.each([
  ['http://shop.example:8080', 'http://localhost', 200],
  ['http://shop.example:8080', 'http://localhost:81', 403],
  ['http://shop.example:8080', 'http://evil.example', 403],
  ['https://shop.example', 'http://localhost', 403],
])(
  'a shop at %s, asked at http://localhost, answers a page of %s with %d',
  async (publicUrl, Origin, status) => {
    const { app, body } = await setUp(publicUrl);

    const { status: answered } = await sendStudio(app, 'signIn', { body, headers: { Origin } });

    expect(answered).toBe(status);
  },
);

test("a studio session is useless for a buyer's call, however it is sent", async () => {
  const { app, services, mia } = await setUp();
  const token = mia.cookie.split('=')[1] ?? '';
  await signUp(services, { email: studioEmail });

  const byCookie = await callRefused(app, 'me', { headers: { Cookie: mia.cookie } });
  const byHeader = await callRefused(app, 'me', { token });
  const cart = await callRefused(app, 'cart', { token, headers: { Cookie: mia.cookie } });

  const refused = [byCookie, byHeader, cart].map(({ problem }) => problem.code);
  expect(refused).toEqual(Array(3).fill('NOT_SIGNED_IN'));
});

test("a buyer's session is useless for the studio's calls, however it is sent", async () => {
  const { app, services } = await setUp();
  const buyer = await signUp(services, { email: studioEmail });
  const cookie = `pinwheel-studio=${buyer.token}`;

  const byCookie = await studioRefused(app, 'me', { cookie });
  const byHeader = await studioRefused(app, 'me', {
    headers: { Authorization: `Bearer ${buyer.token}` },
  });

  expect([byCookie.problem.code, byHeader.problem.code]).toEqual(['NOT_SIGNED_IN', 'FORBIDDEN']);
  expect((await send(app, 'me', { token: buyer.token })).status).toBe(200);
});

test('a path of the studio with a wrong method says so', async () => {
  const { app } = await setUp();

  const response = await app.request('/api/studio/sign-in');
  const unknown = await app.request('/api/studio/nothing');

  expect([response.status, unknown.status]).toEqual([405, 404]);
});
