{{/*
Head of a network policy, up to its rules. Takes a dict of `root`, `name`, the labels `pods` of its pods (all pods
without them) and its `types`.
*/}}
{{- define "plotline.policy" }}
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  name: {{ .name }}
  namespace: {{ .root.Release.Namespace }}
  labels: {{- include "plotline.labels" .root | nindent 4 }}
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
`pods`, the peers `to` and the `port`.
*/}}
{{- define "plotline.reach" }}
{{- if .to }}
{{- include "plotline.policy" (merge (dict "types" (list "Egress")) .) }}
  egress:
    - to: {{- toYaml .to | nindent 8 }}
      ports: [{ port: {{ .port | int }} }]
{{- end }}
{{- end }}
