import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What every page needs, in one file: many small ones are slower to fetch and compress worse. */
const base = /node_modules\/(react|react-dom|scheduler|@tanstack)\//;

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'base', test: base },
            { name: 'parts', test: /node_modules|web\/src\/(api|parts)\//, minShareCount: 10 },
          ],
        },
      },
    },
  },
});
