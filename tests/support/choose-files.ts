import type { Locator, Page } from '@playwright/test';

/** Chooses files as a person does: with a button and the browser's file picker. */
export async function chooseFiles(
  page: Page,
  button: string,
  files: Parameters<Locator['setInputFiles']>[0],
): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(files as never);
}
