import '#styles/tokens.css';
import '#styles/base.css';
import './app/studio.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { markMissingPictures } from '#ui/missing-pictures.ts';
import { answers } from './api/use-answer.ts';
import { ErrorBoundary } from './app/error-boundary.tsx';
import { Router } from './app/router.tsx';

markMissingPictures();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root');
createRoot(root).render(
  <StrictMode>
    <ErrorBoundary>
      <QueryClientProvider client={answers}>
        <Router />
      </QueryClientProvider>
    </ErrorBoundary>
  </StrictMode>,
);
