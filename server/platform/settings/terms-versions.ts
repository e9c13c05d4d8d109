import { isDeepStrictEqual } from 'node:util';
import type { Terms } from '#contract/shop/content.ts';
import { itemsMark, withItems } from '#contract/shop/licence-rules.ts';
import {
  addContentVersion,
  sectionInForce,
  termsByVersion,
  versionInForce,
} from '../content/stored-content.ts';
import type { AuditedChange } from '../database/change.ts';
import { dayVersion } from '../day-version.ts';
import type { Env } from '../env.ts';
import { readSetting, readToday, writeSetting } from './settings.ts';

/**
 * Before new terms: stores those in force once more if buyers accepted them under a name that the settings
 * gave them and no stored version has. Returns the version then in force.
 */
export async function keepAccepted(change: AuditedChange, version: number): Promise<number> {
  const { tx } = change;
  const { termsVersion } = (await readSetting(tx, 'studio')).value;
  const terms = await sectionInForce(tx, 'terms');
  if (isDeepStrictEqual((await termsByVersion(tx)).get(termsVersion), terms)) return version;
  await addContentVersion(change, 'terms', version + 1, terms, termsVersion);
  return version + 1;
}

/** The version of the terms that buyers accept from now on: a new one, unless the text was only corrected. */
export async function acceptedVersion(
  change: AuditedChange,
  env: Pick<Env, 'timeZone'>,
  isCorrection: boolean,
): Promise<string> {
  const { tx, now } = change;
  const { value } = await readSetting(tx, 'studio');
  if (isCorrection) return value.termsVersion;
  const earlier = await termsByVersion(tx);
  const termsVersion = dayVersion(
    await readToday(tx, env, now),
    new Set([...earlier.keys(), value.termsVersion]),
  );
  await writeSetting(change, 'studio', { ...value, termsVersion });
  return termsVersion;
}

/**
 * Before a licence covers another number of items: if the terms name the number, those that buyers accepted
 * keep the old one, and the same text becomes a new version, which buyers accept next. Returns its name; null
 * if the terms don't name it.
 */
export async function renewTerms(
  change: AuditedChange,
  env: Pick<Env, 'timeZone'>,
  oldItems: number,
): Promise<string | null> {
  const { version, content } = await versionInForce(change.tx, 'terms');
  const text = JSON.stringify(content);
  if (!text.includes(itemsMark)) return null;
  const { termsVersion: accepted } = (await readSetting(change.tx, 'studio')).value;
  const old = JSON.parse(withItems(text, oldItems)) as Terms;
  await addContentVersion(change, 'terms', version + 1, old, accepted);
  const termsVersion = await acceptedVersion(change, env, false);
  await addContentVersion(change, 'terms', version + 2, content as Terms, termsVersion);
  return termsVersion;
}
