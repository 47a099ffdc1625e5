import './styles.css';
import './main.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './api/queries.ts';
import { sessionQuery } from './api/session.ts';
import { Notices } from './parts/notices.tsx';
import { createAppRouter, loadFirstPage } from './shell/router.tsx';
import { loadTexts, TextsProvider } from './texts/texts.tsx';
import { cssVariables, theme } from './theme.ts';

const queries = createQueryClient();
// Loads the session, the first page with its data, and the texts in parallel.
void queries.prefetchQuery(sessionQuery);
const router = createAppRouter(queries);
loadFirstPage(router, queries);
const first = await loadTexts();

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <TextsProvider first={first}>
        <QueryClientProvider client={queries}>
          <Notices />
          <RouterProvider router={router} />
        </QueryClientProvider>
      </TextsProvider>
    </MantineProvider>
  </StrictMode>,
);
