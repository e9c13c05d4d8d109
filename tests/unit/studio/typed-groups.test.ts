import { describe, expect, it } from 'vitest';
import {
  keywordLimits,
  keywordMessages,
  synonymLimits,
  synonymMessages,
} from '#contract/studio/keywords.ts';
import {
  alsoFound,
  groupsFrom,
  problemOf,
  textOf,
} from '#studio/features/search-words/typed-groups.ts';

describe('groups of words as text', () => {
  it('are one per line, and are read back as they were', () => {
    const groups = [
      ['mushroom', 'toadstool'],
      ['christmas', 'xmas'],
    ];
    expect(textOf(groups)).toBe('mushroom, toadstool\nchristmas, xmas');
    expect(groupsFrom(textOf(groups))).toEqual(groups);
    expect(groupsFrom('\n Mushroom ,TOADSTOOL,, mushroom\r\n\n , \n')).toEqual([
      ['mushroom', 'toadstool'],
    ]);
  });

  it('report which line is wrong, counting blank lines', () => {
    expect(problemOf('fox, vixen\n\nowl')).toBe(`Line 3: ${synonymMessages.alone}`);
    expect(problemOf('fox, FOX')).toBe(`Line 1: ${synonymMessages.alone}`);
    expect(problemOf('fox, !!')).toBe(`Line 1: ${keywordMessages.unreadable('!!')}`);
    const long = 'x'.repeat(keywordLimits.characters + 1);
    expect(problemOf(`a, b\nc, ${long}`)).toBe(`Line 2: ${keywordMessages.tooLong(long)}`);
    const many = Array.from({ length: keywordLimits.words + 1 }, (_, place) => `w${place}`);
    expect(problemOf(many.join(','))).toBe(`Line 1: ${keywordMessages.tooMany}`);
    expect(problemOf('a, b\n'.repeat(synonymLimits.groups + 1))).toBe(synonymMessages.groups);
    const often = Array.from({ length: 21 }, (_, place) => `fox, w${place}`);
    expect(problemOf(often.join('\n'))).toBe(`Line 21: ${synonymMessages.often('fox')}`);
    expect(problemOf(often.slice(1).join('\n'))).toBeNull();
    expect([problemOf(''), problemOf('fox, vixen\n')]).toEqual([null, null]);
  });

  it('show what else a word finds', () => {
    const text = 'fall, autumn\nautumn, harvest\ncaftan, long robe';
    expect(alsoFound(text, ' Autumn')).toEqual(['fall', 'harvest']);
    expect(alsoFound(text, 'fall')).toEqual(['autumn']);
    expect(alsoFound(text, 'Falls')).toEqual(['autumn']);
    expect(alsoFound(text, 'the long robes')).toEqual(['caftan']);
    expect([alsoFound(text, 'spring'), alsoFound(text, '')]).toEqual([[], []]);
  });
});
