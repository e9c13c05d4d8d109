import { useParams } from 'react-router';
import { licenseTypeNames } from '#contract/shop/account.ts';
import { licenceCalls } from '#contract/studio/licences.ts';
import { EmptyScene } from '#ui/empty-scene.tsx';
import { useAnswer } from '../../api/use-answer.ts';
import { Answered } from '../../ui/answered.tsx';
import { Instant } from '../../ui/instant.tsx';
import { Page } from '../../ui/page.tsx';
import { AsBuyersSee } from './as-buyers-see.tsx';
import { TextBadge } from './text-paths.tsx';

/** One version of a licence, as shown to those who bought under it. */
export default function LicenceTextScreen() {
  const { licenseType, version } = useParams();
  const found = useAnswer(licenceCalls.allLicenceTexts);
  const texts = found.answer?.texts.filter((text) => text.licenseType === licenseType) ?? [];
  const shown = texts.find((text) => text.version === version);
  return (
    <Page
      title={
        shown ? `${licenseTypeNames[shown.licenseType]}, version ${shown.version}` : 'Licence text'
      }
      text={
        shown && (
          <>
            <TextBadge isInForce={shown === texts[0]} />{' '}
            {shown.published ? (
              <>
                Published <Instant at={shown.published.at} /> by {shown.published.actor}
              </>
            ) : (
              'Original'
            )}
          </>
        )
      }
      back={{ to: '/licences', label: 'All licence texts' }}
    >
      <Answered of={found}>
        {() =>
          shown ? (
            <AsBuyersSee text={shown} />
          ) : (
            <EmptyScene scene="search" title="This version doesn’t exist" />
          )
        }
      </Answered>
    </Page>
  );
}
