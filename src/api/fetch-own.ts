import { session } from './session.ts';

/** A picture that only the signed-in account may see. @throws if it isn't to be had */
export async function fetchOwn(path: string): Promise<Blob> {
  const { accessToken: token } = session.getState();
  const response = await fetch(path, {
    headers: token === null ? {} : { Authorization: `Bearer ${token}` },
  });
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  return response.blob();
}
