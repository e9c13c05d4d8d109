/** Begins the request id of every order of the demo. */
export const demoRequest = 'demo-';
