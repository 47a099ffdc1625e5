import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Welcome } from './features/service/welcome.tsx';
import './main.css';

const root = document.getElementById('root');
if (!root) throw new Error('the page has no root element');
createRoot(root).render(
  <StrictMode>
    <Welcome />
  </StrictMode>,
);
