import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { recoveryCodeCount } from '#contract/studio/account.ts';
import type { StaffRole } from '#contract/studio/call.ts';
import { studioApiPath } from '#contract/studio/calls.ts';
import type { ShopApi } from './shop-api.ts';
import { test as base } from './shop-test.ts';

export { expect } from './shop-test.ts';

/** A page whose browser is signed in to the studio as a new staff member. */
export const test = base.extend<{ readonly studioPage: Page }>({
  studioPage: async ({ page, api, shop }, use) => {
    await signInToStudio(page, api, shop.url);
    await use(page);
  },
});

/** Adds a staff member who has signed in; returns their e-mail and their session's cookie. */
export function addStaff(api: ShopApi, role: StaffRole = 'owner') {
  const id = randomUUID().replaceAll('-', '').slice(0, 24);
  const email = `mia-${id}@studio.example`;
  const now = new Date().toISOString();
  api.sql(
    `INSERT INTO studioAccounts (id, email, emailKey, createdAt, role, passwordHash, totpSecret)
     VALUES (?, ?, ?, ?, ?, 'none', '')`,
    id,
    email,
    email,
    now,
    role,
  );
  for (let code = 0; code < recoveryCodeCount; code += 1) {
    api.sql('INSERT INTO studioRecoveryCodes VALUES (?, ?, ?)', id, `${code}`, 'none');
  }
  const cookie = { name: 'pinwheel-studio', value: addSession(api, id), path: studioApiPath };
  return { email, cookie };
}

/** Signs a browser in to the studio without the form; returns the staff member's e-mail. */
export async function signInToStudio(
  page: Page,
  api: ShopApi,
  url: string,
  role: StaffRole = 'owner',
): Promise<string> {
  const { email, cookie } = addStaff(api, role);
  const domain = new URL(url).hostname;
  await page.context().addCookies([{ ...cookie, domain, httpOnly: true, sameSite: 'Strict' }]);
  return email;
}

/** Adds a session of a staff member's; returns its cookie's value. */
export function addSession(api: ShopApi, accountId: string): string {
  const token = randomBytes(32).toString('base64url');
  const now = new Date().toISOString();
  api.sql(
    'INSERT INTO studioSessions (tokenHash, accountId, createdAt, lastSeenAt) VALUES (?, ?, ?, ?)',
    createHash('sha256').update(token).digest('hex'),
    accountId,
    now,
    now,
  );
  return token;
}
