import { keywordCalls } from '#contract/studio/keywords.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Page } from '../../ui/page.tsx';
import { SearchWordsForm } from './search-words-form.tsx';

/** The words that the shop's search treats as synonyms. */
export default function SearchWordsScreen() {
  const searchWords = useAnswer(keywordCalls.searchWords);

  return (
    <Page
      title="Search words"
      text="Words in a group are treated as the same: searching for one finds designs for all."
    >
      <Answered of={searchWords}>
        {(answer) => (
          <SearchWordsForm
            saved={answer}
            onSaved={searchWords.set}
            reload={searchWords.fetchLatest}
          />
        )}
      </Answered>
    </Page>
  );
}
