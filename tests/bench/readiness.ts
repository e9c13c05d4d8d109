import { paths } from '#contract/shop/paths.ts';
import { openPhone, type Phone } from '#tests/support/phone.ts';
import { coldStart, cpuSlowdown, startScreens } from './cold-start.ts';
import { emptyOutbox } from './empty-outbox.ts';

/** One line of the table of budgets. */
interface Budget {
  readonly what: string;
  readonly figure: number;
  readonly limit: number;
  readonly unit: string;
}

/** Low enough for a busy machine; `npm run bench` has the shop's targets. */
const coldStartMs = 3000;
const storedMegabytes = 6;
const drainMs = 10_000;
/** As many as the first page of the drawn studio has buttons for, hearts and bags. */
const changes = 40;

/**
 * Runs the checks of the page "App and offline storage" in a phone whose server is killed and comes back, and
 * prints them with a table of budgets: cold starts without a server, storage, and the outbox drained. Resolves with
 * whether all hold.
 */
async function auditReadiness(): Promise<boolean> {
  const phone = await openPhone();
  try {
    const buyer = await phone.api.newBuyer();
    const [design] = await phone.api.products();
    const page = await phone.visit(paths.shop.path, buyer);
    const stored = (await page.evaluate(() => navigator.storage.estimate())).usage ?? 0;
    await phone.close();
    await phone.lose('killed');
    const budgets: Budget[] = [
      {
        what: 'stored by the first visit',
        figure: stored / 1e6,
        limit: storedMegabytes,
        unit: 'MB',
      },
    ];
    for (const screen of startScreens) {
      const path = screen.path(0, [design?._id ?? '']);
      const what = `${screen.name} without a server, page slowed ${cpuSlowdown} times`;
      const figure = await coldStart(phone, screen, path);
      budgets.push({ what, figure, limit: coldStartMs, unit: 'ms' });
    }
    const without = await testDevice(phone);
    await phone.close();
    const figure = await emptyOutbox(phone, buyer, changes);
    budgets.push({ what: `${changes} changes sent`, figure, limit: drainMs, unit: 'ms' });
    const after = await testDevice(phone);
    process.stdout.write(`\nWithout a server:\n${without}\n\nWith it again:\n${after}\n\n`);
    return printBudgets(budgets) && ![without, after].some(hasProblem);
  } finally {
    await phone.end();
  }
}

/** Presses "Test now", and resolves with the report. */
async function testDevice(phone: Phone): Promise<string> {
  const page = await phone.reopen(paths.storage.path);
  await page.getByRole('button', { name: 'Test now' }).click();
  const result = page.getByRole('region', { name: 'Test result' });
  await result.getByText('What the report says').click();
  return (await result.locator('pre').textContent()) ?? '';
}

const hasProblem = (report: string): boolean => /^Problem/m.test(report);

/** Prints one line per budget; false if one is exceeded. */
function printBudgets(budgets: readonly Budget[]): boolean {
  const lines = budgets.map(({ what, figure, limit, unit }) => {
    const word = figure <= limit ? 'ok  ' : 'OVER';
    const amount = unit === 'MB' ? figure.toFixed(1) : figure.toFixed(0);
    return `${word} ${what.padEnd(56)} ${amount.padStart(7)} of ${limit} ${unit}`;
  });
  process.stdout.write(`${lines.join('\n')}\n`);
  return budgets.every(({ figure, limit }) => figure <= limit);
}

process.exitCode = (await auditReadiness()) ? 0 : 1;
