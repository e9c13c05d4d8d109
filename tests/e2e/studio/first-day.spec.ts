import { expect, test } from '#tests/support/empty-shop.ts';
import { goOn } from '#tests/support/go-on.ts';
import { faults } from '#tests/support/scan.ts';
import { expectSoundScreen } from '#tests/support/studio-screen.ts';

test.use({ expectedErrors: [/status of 409/] });

test.beforeEach(async ({ api }) => {
  api.sql("DELETE FROM settings WHERE key = 'studio'");
  api.sql('INSERT INTO catalogueChanges (changedAt) VALUES (?)', new Date().toISOString());
  await expect.poll(async () => (await api.call('shopSettings')).designers).toEqual([]);
});

test("an empty shop promises nothing it doesn't have", async ({ page }) => {
  for (const path of ['/', '/shop', '/licence']) {
    await goOn(page, path);
    await expect(page.locator('main h1').first()).toBeVisible();
    expect(await faults(page)).toEqual([]);
    await expect(page.getByRole('contentinfo')).not.toContainText('The designers');
    await expect(page.getByRole('group', { name: 'Designer' })).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Invitation' })).toHaveText(
      'New patterns land here first. Come and look',
    );
  }
  await goOn(page, '/');
  const faq = page.getByRole('region', { name: 'Frequently asked questions' });
  await expect(faq).toContainText('By e-mail. Our addresses are in the footer.');
  await expect(faq).not.toContainText(/social/i);
});

test('the first sign-in leads to the brand, which the shop then shows', { tag: '@core' }, async ({
  studioPage: page,
  api,
}) => {
  const shopPage = await page.context().newPage();
  await shopPage.goto('/');
  await page.goto('/studio/');
  await expect(page.getByText('Welcome! First, set up your shop')).toBeVisible();
  await expectSoundScreen(page);

  const name = 'Button & Bloom, Needle & Thread';
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Social network').fill('javascript:alert(1)');
  await expect(page.getByText('Enter a web address or an Instagram name.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.getByLabel('Social network').fill('@button');
  await page.getByLabel('First designer', { exact: true }).fill('Ida Fern');
  await page.getByLabel('E-mail of the first designer').fill('ida@button.example');
  await page.getByRole('button', { name: 'Remove the second designer' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Saved. The shop shows it')).toBeVisible();
  await expect(page.getByLabel('Social network')).toHaveValue('https://www.instagram.com/button');
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await page.getByLabel('Social network').fill('@needle');
  const linkInPreview = page
    .frameLocator('iframe')
    .getByRole('contentinfo')
    .locator('a[href="https://www.instagram.com/needle"]');
  await expect(linkInPreview).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByLabel('Social network')).toHaveValue('https://www.instagram.com/button');
  await expect(page.getByRole('link', { name: 'Earlier settings' })).toBeVisible();

  const designers = async () => (await api.call('shopSettings')).designers.map(({ name }) => name);
  await expect.poll(designers).toEqual(['Ida Fern']);
  await expect(async () => {
    await shopPage.reload();
    await expect(shopPage.getByRole('contentinfo')).toContainText('Ida Fern', { timeout: 1000 });
  }).toPass();
  await expect(shopPage.getByRole('link', { name: `${name} home` })).toBeVisible();
  // A name of any length leaves the rest of the header in its row.
  await shopPage.setViewportSize({ width: 360, height: 740 });
  const header = shopPage.getByRole('banner');
  const menu = await header.getByRole('button', { name: 'Menu' }).boundingBox();
  const signIn = await header.getByRole('link', { name: 'Sign in' }).boundingBox();
  expect(signIn?.y).toBeCloseTo(menu?.y ?? 0, 0);

  await page.goto('/studio/nowhere');
  await expect(page.getByText('Welcome! First, set up your shop')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Settings');
});

test('what was typed stays when somebody else saves first', async ({ studioPage: page }) => {
  await page.goto('/studio/settings');
  const name = page.getByLabel('Name', { exact: true });
  await name.fill('Typed here');
  await page.getByLabel('First designer', { exact: true }).fill('Ida Fern');
  await page.getByLabel('E-mail of the first designer').fill('ida@button.example');
  await page.getByRole('button', { name: 'Remove the second designer' }).click();
  const settings = async () => (await page.request.get('/api/studio/settings')).json();
  const saveElsewhere = async (elsewhere: string) => {
    const designers = [{ name: 'Ida Fern', email: 'ida@button.example' }];
    const saved = await page.request.put('/api/studio/settings', {
      headers: { Origin: new URL(page.url()).origin },
      data: { base: await settings(), changes: { name: elsewhere, designers } },
    });
    expect(saved.ok()).toBe(true);
  };
  await saveElsewhere('Saved elsewhere');
  const save = page.getByRole('button', { name: 'Save', exact: true });

  await save.click();

  const conflict = page.getByRole('group', { name: 'Name' });
  await expect(conflict).toContainText('changed this too.');
  await expect(conflict).toContainText('Saved elsewhere');
  await expect(conflict).toContainText('Typed here');
  await expect(name).toHaveValue('Typed here');
  await page.getByRole('button', { name: 'Use theirs: Name' }).click();
  await expect(name).toHaveValue('Saved elsewhere');

  await name.fill('Typed again');
  await saveElsewhere('Saved elsewhere again');
  await save.click();
  await page.getByRole('button', { name: 'Keep mine: Name' }).click();
  await expect(conflict).toHaveCount(0);
  await save.click();
  await expect(page.getByText('Saved. The shop shows it in a moment.')).toBeVisible();
  expect(await settings()).toMatchObject({ name: 'Typed again' });
});
