{{/*
Head of a network policy, up to its rules. Takes a dict of `root`, `name`, the labels `pods` of its pods (all pods
without them), its `types` and, optionally, further `labels` of the policy itself.
*/}}
{{- define "plotline.policy" }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels:
    {{- with .labels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
    {{- include "plotline.labels" .root | nindent 4 }}
spec:
  {{- with .pods }}
  podSelector:
    matchLabels: {{- toYaml . | nindent 6 }}
  {{- else }}
  podSelector: {}
  {{- end }}
  policyTypes: {{- toYaml .types | nindent 4 }}
{{- end }}

{{/*
Policy that lets pods reach peers outside of the release. Renders nothing without peers. Takes a dict of `root`, `name`,
`pods`, the peers `to`, the `port` and, optionally, `labels`.
*/}}
{{- define "plotline.reach" }}
{{- if .to }}
{{- include "plotline.policy" (merge (dict "types" (list "Egress")) .) }}
  egress:
    - to: {{- toYaml .to | nindent 8 }}
      ports: [{ port: {{ .port | int }} }]
{{- end }}
{{- end }}
