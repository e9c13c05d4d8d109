import { type Among, amongText } from './count-text.ts';

/** Says that an answer came from a device that has a part of the shop; renders nothing for any other answer. */
export function PartNote({ among }: { readonly among: Among | undefined }) {
  if (!among) return null;
  const text = amongText(among);
  return <p className="note">{`${text.charAt(0).toUpperCase()}${text.slice(1)}.`}</p>;
}
