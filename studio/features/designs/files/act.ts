/** Does something on the server and shows what came of it; false where it was refused, which is told. */
export type Act = (does: () => Promise<unknown>, failed: string) => Promise<boolean>;
