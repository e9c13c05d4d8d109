/** Runs a change on the server and shows its result. Returns false if it was refused, which it reports. */
export type RunChange = (does: () => Promise<unknown>, failed: string) => Promise<boolean>;
