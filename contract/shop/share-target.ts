import { customRequestPath } from './paths.ts';

/** Where sharing from another app leads if what was shared couldn't be stored. */
export const sharedUnsavedPath = `${customRequestPath}=unsaved`;
