import { useParams } from 'react-router';
import { Page } from '../../../ui/page.tsx';
import { DesignFiles } from './design-files.tsx';

/** The pictures and files of one design. */
export default function FilesScreen() {
  const { id = '' } = useParams();
  return (
    <Page title="Pictures and files">
      <DesignFiles designId={id} />
    </Page>
  );
}
