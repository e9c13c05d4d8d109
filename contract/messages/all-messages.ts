export * from './account.ts';
export * from './commissions.ts';
export * from './paying.ts';
export * from './refusals.ts';
export * from './shopping.ts';
