import { randomBytes } from 'node:crypto';
import { goOn } from '#tests/support/go-on.ts';
import { faults } from '#tests/support/scan.ts';
import { expect, test } from '#tests/support/studio-page.ts';
import { codesOf } from '#tests/support/studio-person.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

const password = 'needle and bobbin';

test.use({ expectedErrors: [/status of 40[13]/] });

test('the team and one’s own account fit every width, and an owner invites an editor', async ({
  studioPage: page,
  shop,
  browser,
}) => {
  await test.step('the team and one’s own account are accessible at every width', async () => {
    for (const path of ['/studio/team', '/studio/account']) {
      await goOn(page, path);
      await expect(page.getByRole('row').nth(1)).toBeVisible();
      await expectSoundScreen(page);
    }
  });

  await test.step('an owner invites an editor, who saves recovery codes and can’t open what owners do', async () => {
    const email = `ida-${randomBytes(4).toString('hex')}@studio.example`;
    await goOn(page, '/studio/team');
    await page.getByRole('button', { name: 'Invite somebody' }).click();
    const form = page.getByRole('dialog', { name: 'Invite somebody' });
    await form.getByLabel('Name').fill('Ida Berg');
    await form.getByLabel('E-mail').fill(email);
    await form.getByRole('button', { name: 'Send invitation' }).click();
    const sent = page.getByRole('dialog', { name: 'Invitation sent' });
    const link = await sent.getByLabel('Link').inputValue();
    await sent.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('row').filter({ hasText: email });
    await expect(row).toContainText('Invited');

    const hers = await (await browser.newContext({ baseURL: shop.url })).newPage();
    await hers.goto(link);
    const key = await hers.locator('code').innerText();
    const code = codesOf(key.replaceAll(' ', ''), () => new Date());
    await hers.getByRole('textbox', { name: 'Password' }).fill(password);
    await hers.getByLabel('Authenticator code').fill(code());
    await hers.getByRole('button', { name: 'Set up your account' }).click();
    await expect(
      hers.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem'),
    ).toHaveCount(10);
    expect(await faults(hers)).toEqual([]);
    const download = hers.waitForEvent('download');
    await hers.getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('studio-recovery-codes.txt');
    await hers.getByRole('button', { name: 'Open the studio' }).click();
    await expect(hers.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
    const menu = hers.getByRole('navigation', { name: 'Studio' });
    await expect(menu.getByRole('link', { name: 'Orders' })).toBeVisible();
    for (const name of ['Team', 'Settings', 'Data']) {
      await expect(menu.getByRole('link', { name })).toHaveCount(0);
    }
    await hers.goto('/studio/team');
    await expect(hers.getByRole('heading', { name: 'Only an owner can open this' })).toBeVisible();
    await menu.getByRole('link', { name: 'Ida Berg' }).click();
    await expect(hers.getByText('10 codes are left.')).toBeVisible();

    await page.reload();
    await row.getByRole('button', { name: 'Actions for Ida Berg' }).click();
    await page.getByRole('menuitem', { name: 'Remove…' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(row).toHaveCount(0);
    await hers.getByRole('textbox', { name: 'Name' }).fill('Ida');
    await hers.getByRole('button', { name: 'Save' }).click();
    const removed = hers.getByRole('dialog', { name: 'You were removed' });
    await expect(removed).toBeVisible();
    await removed.getByRole('button', { name: 'Show what I typed' }).click();
    await expect(hers.getByRole('textbox', { name: 'Name' })).toHaveValue('Ida');
    await hers.context().close();
  });
});
