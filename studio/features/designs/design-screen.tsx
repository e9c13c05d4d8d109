import { useState } from 'react';
import { useParams } from 'react-router';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { DesignEditor } from './design-editor.tsx';

/** Poll interval while pictures or files are missing. */
const pollMs = 3000;

/** The editor of one design. */
export default function DesignScreen() {
  const { id = '' } = useParams();
  const design = useAnswer('design', {
    params: { id },
    // Pictures and files arrive on their own, so poll while some are missing.
    pollMs: ({ missing }) => (missing.images ?? missing.files) !== undefined && pollMs,
  });
  const [round, setRound] = useState(0);

  async function showSaved(): Promise<void> {
    await design.reload();
    setRound(round + 1);
  }

  return (
    <Answered of={design}>
      {(answer) => (
        <DesignEditor
          // Another design gets another editor; a new round starts from what was saved.
          key={`${answer.id} ${round}`}
          design={answer}
          onSaved={design.set}
          onShowSaved={() => void showSaved()}
        />
      )}
    </Answered>
  );
}
