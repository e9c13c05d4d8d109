import { crashPayments } from '#tests/support/payment-crashes.ts';

/** `node tests/trials/payment-crashes.ts [COUNT]`: kills the shop COUNT times around its calls to the provider. */
const count = Number(process.argv[2] ?? 600);
const { fired, paidOrders, captures, problems } = await crashPayments(count);
const total = Object.values(fired).reduce((sum, each) => sum + each, 0);
const lines = [
  ...Object.entries(fired).map(([name, each]) => `${String(each).padStart(5)} ${name}`),
  `${total} crashes, ${captures} captures, ${paidOrders} paid orders, ${problems.length} problems`,
  ...problems,
];
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = problems.length > 0 || total < count ? 1 : 0;
